import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql, type Database, type Sql } from './database.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** The first migration of clubs from before version 0.8, which began the database anew. */
const FIRST_BEFORE = '0001-accounts.sql'
/** Whoever changes what the database is made of waits for the others who start just now. */
export const STRUCTURE_LOCK = 4_027_001

export type Migration = { name: string; text: string; sha256: string }

/** What migrations/ holds, in order. */
export async function migrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Applies, in order and once each, what the database has not seen: all of it, or nothing. Answers
 * the names of those applied now. Throws a `SetupError` for a database that is newer than the code or
 * from before version 0.8, for a migration edited after it ran, and for one that a restore did not finish.
 */
export async function migrate(
  db: Database,
  known?: Migration[],
  { isRestoring = false }: { isRestoring?: boolean } = {},
): Promise<string[]> {
  const files = known ?? (await migrations())
  return db.transaction(async (tx) => {
    // a large table may take longer than any request may, and whoever waits for it too
    await tx.run(sql`set local statement_timeout = 0`)
    await tx.run(sql`select pg_advisory_xact_lock(${STRUCTURE_LOCK})`)
    if (!isRestoring) await refuseHalfRestored(tx)
    await tx.run(sql`
      create table if not exists migrations (
        name text primary key, sha256 text not null, at timestamptz not null default now())`)
    const rows = await tx.rows<Migration>(sql`select name, sha256 from migrations`)
    const ran = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    refuseUnknown([...ran.keys()], files)

    const applied: string[] = []
    for (const { name, text, sha256 } of files) {
      const before = ran.get(name)
      if (before === sha256) continue
      if (before)
        throw new SetupError(
          `The migration ${name} was edited after it ran; restore it and add a new one instead.`,
        )
      await tx.script(text)
      await tx.run(sql`insert into migrations (name, sha256) values (${name}, ${sha256})`)
      applied.push(name)
    }
    return applied
  })
}

/**
 * Whether nothing is left to apply; asks and changes nothing. Throws as `migrate` does for a database that is
 * newer, too old or half restored; what was edited since is for whoever migrates to refuse.
 */
export async function isMigrated(on: Sql): Promise<boolean> {
  await refuseHalfRestored(on)
  const found = await on.row<{ is: boolean }>(
    sql`select to_regclass('public.migrations') is not null as is`,
  )
  if (!found?.is) return false
  const files = await migrations()
  const rows = await on.rows<Migration>(sql`select name, sha256 from migrations`)
  refuseUnknown(
    rows.map(({ name }) => name),
    files,
  )
  const ran = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  return files.every(({ name, sha256 }) => ran.get(name) === sha256)
}

/** Whoever was purged may be there again until a restore has come to its end. */
export async function refuseHalfRestored(on: Sql): Promise<void> {
  const found = await on.row<{ is: boolean }>(
    sql`select to_regclass('public.restore_under_way') is not null as is`,
  )
  if (found?.is)
    throw new SetupError(
      'A backup is being restored here, or a restore was cut short: then empty this place (DATA_DIR and the database) and restore again.',
    )
}

/** Throws a `SetupError` when these migrations, of a database or of a backup, are of before version 0.8. */
export function refuseTooOld(ran: string[]): void {
  if (ran.includes(FIRST_BEFORE))
    throw new SetupError(
      'A database from before version 0.8 cannot be brought up to date: make the club anew, with an empty DATA_DIR and an empty database.',
    )
}

function refuseUnknown(ran: string[], files: Migration[]): void {
  refuseTooOld(ran)
  const unknown = ran.filter((name) => !files.some((file) => file.name === name)).sort()
  if (unknown.length > 0)
    throw new SetupError(
      `The database is newer than this version of the club (it has ${unknown.at(-1)}); start the newer version, or restore a backup.`,
    )
}
