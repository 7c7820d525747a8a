// The database to back up, which is changed in nothing, or to restore into, from which servers are kept out.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { prepareDataDir } from '#server/platform/files/dataDir.ts'
import { withClient } from '#server/platform/database/copy.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Log } from '#server/platform/process/log.ts'
import { STRUCTURE_LOCK } from '#server/platform/database/migrate.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { nameDirect, refuseUnreachable } from '#server/store.ts'

export type BackupPlace = { url: string; ownerUrl: string; close(): Promise<void> }

const isMade = (dataDir: string) =>
  existsSync(join(dataDir, 'pg')) || existsSync(join(dataDir, 'pg-is-elsewhere.txt'))

/** The club's database as it is: unlike a start, a backup changes nothing, not even an old one. */
export async function openExisting(config: Config, log: Log): Promise<BackupPlace> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  if (databaseUrl) {
    await refuseUnreachable(nameDirect(config), databaseUrl)
    return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, close: async () => {} }
  }
  if (!isMade(dataDir)) throw new SetupError(`There is no club in ${dataDir}; look at DATA_DIR.`)
  const { url, ownerUrl, stop } = await startEmbedded({ dataDir, log, isServer: false })
  return { url, ownerUrl, close: stop }
}

/** An empty place, with every server kept out until `isOpen`. Throws a `SetupError` for another. */
export async function openEmpty(config: Config, stores: Files, log: Log): Promise<BackupPlace> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  await prepareDataDir(dataDir)
  if (!(await stores.isUnused().catch(refuseAway)))
    throw new SetupError(
      'The bucket that FILES_URL names is not empty; a backup is restored only where there is no club yet. Name another one, or another folder in it.',
    )
  const files = await readdir(join(dataDir, 'files')).catch(() => [])
  if (files.length > 0 || (!databaseUrl && isMade(dataDir)))
    throw new SetupError(
      `${dataDir} is not empty; a backup is restored only where there is no club yet. Set DATA_DIR to another folder, or move this one away.`,
    )
  const place = databaseUrl
    ? await openExisting({ ...config, databaseOwnerUrl }, log)
    : await startFresh(dataDir, log)
  try {
    await claim(place.ownerUrl)
    return place
  } catch (error) {
    await place.close()
    throw error
  }
}

function refuseAway({ message }: Error): never {
  throw new SetupError(`The bucket that FILES_URL names cannot be used (${message}).`)
}

async function startFresh(dataDir: string, log: Log): Promise<BackupPlace> {
  // as a server, which no other server starts beside
  const { url, ownerUrl, stop } = await startEmbedded({ dataDir, log, isServer: true })
  return { url, ownerUrl, close: stop }
}

const claim = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [STRUCTURE_LOCK])
    const { rows } = await client.query<{ name: string }>(`
      select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('public', 'pgboss') limit 1`)
    if (rows[0])
      throw new SetupError(
        `The database is not empty (it has ${rows[0].name}); a backup is restored only into an empty one.`,
      )
    await client.query('create table restore_under_way (since timestamptz default now())')
    await client.query('commit')
  })

/** From here on servers may start. */
export const isOpen = ({ ownerUrl }: BackupPlace): Promise<unknown> =>
  withClient(ownerUrl, (client) => client.query('drop table restore_under_way'))

export async function clubVersion(): Promise<string> {
  const manifest = new URL('../../../package.json', import.meta.url)
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version
}
