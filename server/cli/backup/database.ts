// Writes the database into a backup as of one moment, and fills an empty one from it, whole or not at all.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import type { Tombstone } from '#server/features/privacy/deletion/tombstones.service.ts'
import { CopyIn, CopyOut, withClient } from '#server/platform/database/copy.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import {
  inCopy,
  LEFT_OUT,
  listFiles,
  listJobs,
  listSequences,
  listTables,
  quoted,
  type SavedTable,
} from './contents.ts'
import type { Copied, Everything } from './manifest.ts'
import { writePart } from './parts.ts'

/** Writes the rows of a table into a backup, compressed. */
export async function writeTable(
  client: pg.Client,
  folder: string,
  table: SavedTable,
): Promise<Copied> {
  const path = `database/${table.name}.copy.gz`
  const rows = client.query(new CopyOut(`copy ${inCopy(table)} to stdout`) as never) as CopyOut
  const part = await writePart(folder, path, rows, createGzip({ level: 4 }))
  return { ...part, ...table, rows: rows.rows }
}

/** Puts the rows of a table back; all of them, or an error. */
export async function readTable(
  client: pg.Client,
  folder: string,
  table: Copied,
  into = inCopy(table),
): Promise<void> {
  const rows = client.query(new CopyIn(`copy ${into} from stdin`) as never) as CopyIn
  await pipeline(createReadStream(join(folder, table.path)), createGunzip(), rows)
  if (rows.rows !== table.rows)
    throw new SetupError(`Of ${table.name} came ${rows.rows} rows instead of ${table.rows}.`)
}

export type WrittenTable = Pick<
  Everything,
  'migrations' | 'tables' | 'sequences' | 'jobs' | 'auditHead'
> & {
  tombstones: Tombstone[]
}

/**
 * Writes the database as it is at one moment, while others go on writing. Told what files rows name
 * at that moment, `take` answers whether it has them; if not, nothing is written: null.
 */
export const writeDatabase = (
  url: string,
  folder: string,
  { now, take }: { now: Date; take(named: string[]): Promise<boolean> },
): Promise<WrittenTable | null> =>
  withClient(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    if (!(await take(await listFiles(client, now)))) return null
    const migrations = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations order by name',
    )
    const tables: Copied[] = []
    for (const table of await listTables(client))
      if (!(table.name in LEFT_OUT)) tables.push(await writeTable(client, folder, table))
    const jobs = Readable.from([JSON.stringify(await listJobs(client))])
    return {
      migrations: migrations.rows,
      tables,
      sequences: await listSequences(client),
      auditHead: await readAuditHead(client),
      jobs: await writePart(folder, 'database/jobs.json', jobs),
      tombstones: await listStones(client),
    }
  })

async function readAuditHead(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ head: string }>(
    `select encode(hash, 'hex') as head from audit order by id desc limit 1`,
  )
  return rows[0]?.head ?? null
}

async function listStones(client: pg.Client): Promise<Tombstone[]> {
  const { rows } = await client.query<{ userId: string; purgedAt: Date }>(
    'select user_id as "userId", purged_at as "purgedAt" from tombstones order by 1',
  )
  return rows.map(({ userId, purgedAt }) => ({ userId, purgedAt: purgedAt.toISOString() }))
}

/** Fills a database that was just migrated to what the backup's was; all of it, or nothing. */
export const fillDatabase = (
  ownerUrl: string,
  folder: string,
  { tables, sequences }: Pick<Everything, 'tables' | 'sequences'>,
): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    await client.query('begin')
    const there = (await listTables(client)).filter(({ name }) => !isOurs(name))
    const known = new Map(there.map(({ name, columns }) => [name, columns]))
    for (const { name, columns } of tables)
      if (!columns.every((column) => known.get(name)?.includes(column)))
        throw new SetupError(
          `The backup holds a table or a column this club does not know (${name}).`,
        )
    // rows come as they were: what triggers would do about them was done when they were written
    for (const { name } of there)
      await client.query(`alter table public.${quoted(name)} disable trigger user`)
    const all = there.map(({ name }) => `public.${quoted(name)}`)
    await client.query(`truncate ${all.join(', ')}`)
    for (const table of tables) await readTable(client, folder, table)
    for (const [name, last] of Object.entries(sequences))
      if (last !== null)
        await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last])
    for (const { name } of there)
      await client.query(`alter table public.${quoted(name)} enable trigger user`)
    await client.query('commit')
    await client.query('analyze')
  })

/** Tables that belong to the restoring itself. */
const isOurs = (name: string) => name === 'migrations' || name === 'restore_under_way'
