// Words that stand for everything somebody may have written, and where they are found again.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { raw, sql } from '#server/platform/database/database.ts'
import { letters } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'

/** A word nobody else writes; the same for the same name. */
export class Canaries {
  #words = new Map<string, string>()

  word(name: string): string {
    const known = this.#words.get(name) ?? `zq${letters(14)}`
    this.#words.set(name, known)
    return known
  }

  /** Counts what was made elsewhere, like an id, as one. */
  watch(name: string, word: string): void {
    this.#words.set(name, word.toLowerCase())
  }

  get names(): string[] {
    return [...this.#words.keys()].sort()
  }

  /** Whose word stands in a text, also in bytes written out as hexadecimal digits. */
  in(text: string): string[] {
    const lower = text.toLowerCase()
    return [...this.#words]
      .filter(
        ([, word]) => lower.includes(word) || lower.includes(Buffer.from(word).toString('hex')),
      )
      .map(([name]) => name)
  }
}

type Found = Record<string, string[]>

function note(found: Map<string, Set<string>>, where: string, names: readonly string[]): void {
  for (const name of names) found.set(name, (found.get(name) ?? new Set()).add(where))
}
const asRecord = (found: Map<string, Set<string>>): Found =>
  Object.fromEntries([...found].map(([name, places]) => [name, [...places].sort()]))

/** Every column of every table of every schema, as text: where each canary stands. */
export async function inDatabase({ db }: Pick<Club, 'db'>, canaries: Canaries): Promise<Found> {
  const tables = await db.rows<{ name: string }>(sql`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'testing')`)
  const found = new Map<string, Set<string>>()
  for (const { name } of tables) {
    const rows = await db.rows<{ line: string }>(
      raw(`select t::text as line from ${name} t`) as never,
    )
    for (const { line } of rows) note(found, name, canaries.in(line))
  }
  return asRecord(found)
}

/** Every file of the club, by its name and by what stands in it. */
export async function inFiles(
  { dataDir }: Pick<Club, 'dataDir'>,
  canaries: Canaries,
): Promise<Found> {
  const found = new Map<string, Set<string>>()
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const where = path.slice(dataDir.length + 1)
    note(found, where, canaries.in(where))
    if (entry.isFile()) note(found, where, canaries.in(await readFile(path, 'latin1')))
  }
  return asRecord(found)
}
