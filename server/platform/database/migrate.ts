// Brings a database up to date by the files in migrations/, all of them or none, and refuses one too new.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Database, type Sql } from './database.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
const { version: OWN } = createRequire(import.meta.url)('../../../package.json') as {
  version: string
}
/** The first migration of clubs older than version 0.8; 0.8 began the migrations from scratch. */
const FIRST_BEFORE = '0001-accounts.sql'
/** Processes that start at the same time migrate one after the other. */
export const STRUCTURE_LOCK = 4_027_001

/** While a change waits for a table, all who want that table wait behind it: it soon steps aside. */
const LOCK_MS = 3_000
const PATIENCE_MS = 120_000
/** The lock was not to be had in time, or two would have waited for each other. */
const LOCK_NOT_HAD = ['55P03', '40P01']

export type Migration = { name: string; text: string; sha256: string }
type Ran = Pick<Migration, 'name' | 'sha256'> & { leastVersion: string | null }

/** A migration that takes something away says with which version of the club, and newer ones, the database goes on working. */
const WORKS_FROM = /^-- works from (\d+\.\d+) on: \S/m
/** One that only adds leaves every version working. */
const readLeastVersion = (text: string): string => WORKS_FROM.exec(text)?.[1] ?? '0'

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

type Options = {
  isRestoring?: boolean
  lockMs?: number
  patienceMs?: number
  /** Told, in a sentence, for what it waits. */
  onWait?: (says: string) => void
}

/**
 * Applies, in order and once each, what the database has not seen: all of it, or nothing. Answers
 * the names of those applied now. Throws a `SetupError` for a database that is too new for the code or
 * from before version 0.8, for a migration edited after it ran, for one that a restore did not finish, and when
 * somebody holds for minutes what is to be changed.
 */
export async function migrate(
  db: Database,
  known?: Migration[],
  { isRestoring = false, lockMs = LOCK_MS, patienceMs = PATIENCE_MS, onWait }: Options = {},
): Promise<string[]> {
  const files = known ?? (await migrations())
  const begunAt = performance.now()
  let saidAt = -Infinity
  for (;;) {
    const triedAt = performance.now()
    try {
      return await db.transaction((tx) => applyNew(tx, files, { isRestoring, lockMs }))
    } catch (error) {
      if (!(error instanceof LockNotHad)) throw error
      const says = `The migration ${error.migration} waits for ${await describeHolder(db)}`
      if (performance.now() - begunAt > patienceMs)
        throw new SetupError(`${says}; end that, and start again. Nothing was changed.`)
      if (performance.now() - saidAt > lockMs) {
        saidAt = performance.now()
        onWait?.(says)
      }
      // those waiting behind it go first; one that steps aside soon has kept them for less, and tries more often
      await sleep(Math.min(lockMs, performance.now() - triedAt))
    }
  }
}

class LockNotHad extends Error {
  readonly migration: string
  constructor(migration: string) {
    super(migration)
    this.migration = migration
  }
}

async function applyNew(
  tx: Sql,
  files: Migration[],
  { isRestoring, lockMs }: { isRestoring: boolean; lockMs: number },
): Promise<string[]> {
  // a large table may take longer than any request, and so may those that wait for it
  await tx.run(sql`set local statement_timeout = 0`)
  await tx.run(sql`select pg_advisory_xact_lock(${STRUCTURE_LOCK})`)
  if (!isRestoring) await refuseHalfRestored(tx)
  await tx.run(sql`
    create table if not exists migrations (
      name text primary key, sha256 text not null, at timestamptz not null default now())`)
  if (!(await hasLeastVersion(tx))) await tx.script('alter table migrations add least_version text')
  const rows = await readRan(tx)
  const ran = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  refuseUnknown(rows, files)

  await tx.run(sql`select set_config('lock_timeout', ${String(lockMs)}, true)`)
  const applied: string[] = []
  for (const { name, text, sha256 } of files) {
    const before = ran.get(name)
    if (before === sha256) continue
    if (before)
      throw new SetupError(
        `The migration ${name} was edited after it ran; restore it and add a new one instead.`,
      )
    await tx.script(text).catch((error: unknown) => {
      const { code = '' } = error as { code?: string }
      throw LOCK_NOT_HAD.includes(code) ? new LockNotHad(name) : error
    })
    await tx.run(sql`
      insert into migrations (name, sha256, least_version) values (${name}, ${sha256}, ${readLeastVersion(text)})`)
    applied.push(name)
  }
  return applied
}

async function hasLeastVersion(on: Sql): Promise<boolean> {
  const found = await on.row(sql`
    select from pg_attribute
    where attrelid = to_regclass('public.migrations') and attname = 'least_version'`)
  return found !== undefined
}

/** Those of before that column took nothing away. */
const readRan = async (on: Sql): Promise<Ran[]> =>
  (await hasLeastVersion(on))
    ? on.rows<Ran>(sql`select name, sha256, least_version from migrations`)
    : on.rows<Ran>(sql`select name, sha256, null::text as least_version from migrations`)

/**
 * Whether nothing is left to apply; asks and changes nothing. Throws as `migrate` does for a database that is
 * newer, too old or half restored; that an applied file was edited since is found by `migrate` alone.
 */
export async function isMigrated(on: Sql): Promise<boolean> {
  await refuseHalfRestored(on)
  const found = await on.row<{ is: boolean }>(
    sql`select to_regclass('public.migrations') is not null as is`,
  )
  if (!found?.is) return false
  const files = await migrations()
  const rows = await readRan(on)
  refuseUnknown(rows, files)
  const ran = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  return files.every(({ name, sha256 }) => ran.get(name) === sha256)
}

/** Whether a newer version of the club has been here, which says what all keep to. */
export async function isServedByNewer(on: Sql): Promise<boolean> {
  const files = await migrations()
  const ran = await readRan(on)
  return ran.some(({ name }) => !files.some((file) => file.name === name))
}

/** Purged members may be in the database again until a restore has finished. */
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

/** A newer version has been here: this one may serve beside it, and after it, unless what it needs was taken away. */
function refuseUnknown(ran: Ran[], files: Migration[]): void {
  refuseTooOld(ran.map(({ name }) => name))
  const unknown = ran
    .filter(({ name }) => !files.some((file) => file.name === name))
    .filter(({ leastVersion: least }) => least === null || isOlder(OWN, least))
    .map(({ name }) => name)
    .sort()
  if (unknown.length > 0)
    throw new SetupError(
      `The database is newer than this version of the club (it has ${unknown.at(-1)}); start the newer version, or restore a backup.`,
    )
}

/** By number, part by part. */
function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = b!.findIndex((part, index) => part !== (a![index] ?? 0))
  return at >= 0 && (a![at] ?? 0) < b![at]!
}

/** Who holds something of the club's tables for longest, in words: what a change of a table waits for. */
async function describeHolder(on: Sql): Promise<string> {
  const found = await on.row<{
    pid: number
    role: string | null
    tables: string
    forS: number
  }>(sql`
    select l.pid, a.usename::text as role, string_agg(distinct c.relname::text, ', ') as tables,
      coalesce(extract(epoch from clock_timestamp() - a.xact_start)::int, 0) as for_s
    from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
    where l.granted and l.pid <> pg_backend_pid() and c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace
      and l.database = (select oid from pg_database where datname = current_database())
    group by l.pid, a.usename, a.xact_start order by a.xact_start nulls last limit 1`)
  if (!found) return 'a lock that somebody held until just now'
  const { pid, role, tables, forS } = found
  return `a lock that connection ${pid} of the role ${role ?? '?'} holds on ${tables}, for ${forS} s so far`
}
