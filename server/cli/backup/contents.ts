// What a backup holds of the database: tables, counters, waiting jobs, and the files that rows name.
import pg from 'pg'
import { photoKeys } from '#server/features/members/photos.files.ts'
import { isDueSql } from '#server/features/privacy/deletion/purge.queries.ts'
import { sql } from '#server/platform/database/database.ts'
import { jobHandlers } from '#server/jobs.ts'

/** Tables whose rows stay out of a backup; every other one is in it. */
export const LEFT_OUT: Record<string, string> = {
  migrations: 'written by migrating',
  id_file_keys: 'have a backup of their own, which is kept for a week',
  sessions: 'one that was ended must not come back: everybody signs in again',
  push_subscriptions: 'go with the session they were made in',
  pending_log_ins: 'last minutes',
  passkey_challenges: 'last minutes',
  email_tokens: 'a link that was used, or taken back, must not open again',
  export_links: 'good once',
  exports: 'copies of what the backup holds anyway, gone after a week',
  build_files: 'each server that starts brings its own',
  file_deletions: 'what has to go is no part of a backup',
  attempts: 'count minutes and hours',
}

/** SQL run after a restore: removes what waits for a mailed link, which would no longer open. Those who still want it request it again. */
export const VOID: readonly string[] = [
  `delete from email_changes where confirmed_at is null`,
  `delete from waitlist_tokens where purpose = 'confirm'`,
]

/** Jobs a restore does not bring back: their occasion is over, or they mail a link (`afterRestore: 'dropped'`). */
const OVER: readonly string[] = [
  'build_export',
  'send_push',
  'send_message_push',
  'reconcile_payments',
  ...Object.entries(jobHandlers).flatMap(([name, job]) =>
    typeof job === 'object' && job.afterRestore === 'dropped' ? [name] : [],
  ),
]

export type SavedTable = { name: string; columns: string[] }

const readRows = async <T extends pg.QueryResultRow>(client: pg.Client, text: string) =>
  (await client.query<T>(text)).rows

/** Whether a table exists. A new database has none, and one no server was started on has no job queue. */
export async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select where to_regclass($1) is not null', [table])
  return rows.length > 0
}

/** Every table with its stored columns, each after the tables it refers to. */
export async function listTables(client: pg.Client): Promise<SavedTable[]> {
  const tables = await readRows<SavedTable>(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  )
  const references = await readRows<{ from: string; to: string }>(
    client,
    `select distinct c.conrelid::regclass::text as from, c.confrelid::regclass::text as to
     from pg_constraint c where c.contype = 'f' and c.conrelid <> c.confrelid
       and c.connamespace = 'public'::regnamespace`,
  )
  const ordered: SavedTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const next = [...waiting].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && names.has(to)),
    )
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`)
    for (const table of next) waiting.delete(table)
    ordered.push(...next)
  }
  return ordered
}

export const quoted = pg.escapeIdentifier

/** The table and its columns, as `copy` wants them. */
export const inCopy = ({ name, columns }: SavedTable): string =>
  `public.${quoted(name)} (${columns.map(quoted).join(', ')})`

/** Where every counter stands; null where none was taken yet. */
export async function listSequences(client: pg.Client): Promise<Record<string, string | null>> {
  const rows = await readRows<{ name: string; last: string | null }>(
    client,
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** The files that rows name, below `DATA_DIR/files`; a purge takes photos before the row that names them. */
export async function listFiles(client: pg.Client, now: Date): Promise<string[]> {
  const { text, values } = sql`
    select p.id, p.photos from profiles p where p.photos <> '{}'
      and not exists (select from account_deletions d where d.user_id = p.id and ${isDueSql(now)})`
  const { rows: members } = await client.query<{ id: string; photos: string[] }>(text, values)
  const documents = await readRows<{ path: string }>(client, 'select path from verification_files')
  return [
    ...members
      .flatMap(({ id, photos }) => photos.flatMap((photoId) => photoKeys(id, photoId)))
      .map((key) => `profile-photos/${key}`),
    ...documents.map(({ path }) => `id-uploads/${path}`),
  ].sort()
}

export type WaitingJob = { name: string; data: object }

/** Jobs that wait in the queue. Scheduled jobs carry no data and are left out: their schedule adds them again. */
export async function listJobs(client: pg.Client): Promise<WaitingJob[]> {
  if (!(await isThere(client, 'pgboss.job'))) return []
  const waiting = await readRows<WaitingJob>(
    client,
    `select name, data from pgboss.job
     where state in ('created', 'retry', 'active') and data is not null and data <> '{}'
       and name not like '\\_\\_pgboss%' order by created_on`,
  )
  return waiting.filter(({ name }) => !OVER.includes(name))
}
