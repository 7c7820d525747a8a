// The database a process starts on, embedded or by DATABASE_URL: reachable, new enough and up to date.
import type { Config } from './config.ts'
import { prepareDataDir } from '#server/platform/files/dataDir.ts'
import {
  isNotAllowed,
  openDatabase,
  sql,
  type Database,
} from '#server/platform/database/database.ts'
import { parseDatabaseUrl, describeOpenConnection } from '#server/platform/database/databaseLine.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import type { Log } from '#server/platform/process/log.ts'
import { isMigrated, migrate } from '#server/platform/database/migrate.ts'
import { grantToApp, keepRoleSettings } from '#server/platform/database/roles.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

type Store = {
  url: string
  isEmbedded: boolean
  /** Stops the embedded PostgreSQL, if it is ours. */
  close(): Promise<void>
}

type Options = { log: Log; isServer: boolean }

const OLDEST = 15
const NOT_THE_OWNER =
  'The database has to be migrated, and the role of DATABASE_URL does not own the tables; name the role that does in DATABASE_OWNER_URL for npm run club -- migrate, and start again.'

/** The migrated database: the embedded one, or the one `DATABASE_URL` names. Throws a `SetupError`. */
export async function openStore(config: Config, { log, isServer }: Options): Promise<Store> {
  await prepareDataDir(config.dataDir)
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  if (!databaseUrl) {
    const { url, ownerUrl, stop } = await startEmbedded({ dataDir, log, isServer })
    try {
      await migrateDatabase(ownerUrl, url, log)
    } catch (error) {
      await stop()
      throw error
    }
    return { url, isEmbedded: true, close: stop }
  }
  const { databaseDirectUrl } = config
  const directUrl = databaseDirectUrl ?? databaseUrl
  const isPooled = databaseUrl !== directUrl
  const ways = { [nameDirect(config)]: directUrl, ...(isPooled && { DATABASE_URL: databaseUrl }) }
  for (const [name, url] of Object.entries(ways))
    if (parseDatabaseUrl(url) === 'open') log.warn(describeOpenConnection(name))
  await refuseUnreachable(nameDirect(config), directUrl)
  if (databaseOwnerUrl) await refuseUnreachable('DATABASE_OWNER_URL', databaseOwnerUrl)
  // the role of a server that only serves has nothing to migrate, and mostly could not
  if (databaseOwnerUrl || !(await isDatabaseCurrent(directUrl)))
    await migrateDatabase(databaseOwnerUrl ?? directUrl, directUrl, log)
  if (isPooled) await preparePooled(databaseUrl, directUrl)
  if (await ownsTables(directUrl))
    log.warn(
      'the role of DATABASE_URL owns its tables: the server could change audit log and consents; npm run club -- migrate lets another role own them',
    )
  return { url: databaseUrl, isEmbedded: false, close: async () => {} }
}

/** Which setting names the way to the database that goes past any pooler. */
export const nameDirect = ({ databaseDirectUrl }: Pick<Config, 'databaseDirectUrl'>): string =>
  databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'

/** What a session needs before the pooler opens the first, and that both lead to the same place. */
async function preparePooled(url: string, directUrl: string): Promise<void> {
  await askDatabase(directUrl, keepRoleSettings)
  await refuseUnreachable('DATABASE_URL', url, { directUrl })
  const [pooled, direct] = await Promise.all([
    askDatabase(url, whereIsIt, { directUrl }),
    askDatabase(directUrl, whereIsIt),
  ])
  if (pooled !== direct)
    throw new SetupError(
      `DATABASE_URL leads to ${pooled} and DATABASE_DIRECT_URL to ${direct}; both have to be one role in one database.`,
    )
}

const whereIsIt = async (db: Database): Promise<string> => {
  const found = await db.row<{ it: string }>(
    sql`select current_user || ' in ' || current_database() as it`,
  )
  return found?.it ?? ''
}

const isDatabaseCurrent = (url: string): Promise<boolean> =>
  askDatabase(url, (db) => isMigrated(db))

const ownsTables = (url: string): Promise<boolean> =>
  askDatabase(url, async (db) => {
    const found = await db.row<{ owns: boolean }>(sql`
      select pg_has_role(tableowner, 'member') as owns from pg_tables
      where schemaname = 'public' and tablename = 'audit'`)
    return found?.owns ?? false
  })

/** Asks on a connection of its own, which ends with the answer. */
export async function askDatabase<T>(
  url: string,
  ask: (db: Database) => Promise<T>,
  options: { directUrl?: string } = {},
): Promise<T> {
  const db = openDatabase(url, { max: 1, ...options })
  try {
    return await ask(db)
  } finally {
    await db.end()
  }
}

const migrateDatabase = (ownerUrl: string, url: string, log: Log): Promise<void> =>
  askDatabase(ownerUrl, async (db) => {
    const applied = await migrate(db, undefined, { onWait: (says) => log.warn(says) }).catch(
      (error: unknown) => {
        throw isNotAllowed(error) ? new SetupError(NOT_THE_OWNER) : error
      },
    )
    if (ownerUrl !== url) await grantToApp(db, await findDatabaseRole(url))
    if (applied.length > 0)
      log.info({ migrations: applied.length }, 'brought the database up to date')
  })

export const findDatabaseRole = (url: string): Promise<string> =>
  askDatabase(url, async (db) => {
    const found = await db.row<{ role: string }>(sql`select current_user::text as role`)
    return found?.role ?? ''
  })

/** PostgreSQL is there, and says itself why not: the role, its password, the database, no encryption. */
const REFUSED = /^(28...|3D000|42501)$/

/** Throws a `SetupError` unless a PostgreSQL new enough, with text in UTF-8, answers there. */
export async function refuseUnreachable(
  setting: string,
  url: string,
  options: { directUrl?: string } = {},
): Promise<void> {
  const db = openDatabase(url, { max: 1, ...options })
  try {
    const found = await db.row<{ version: number; encoding: string }>(
      sql`select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding`,
    )
    if (found && found.version < OLDEST)
      throw new SetupError(
        `${setting} leads to PostgreSQL ${found.version}; the club needs ${OLDEST} or newer.`,
      )
    if (found && found.encoding !== 'UTF8')
      throw new SetupError(
        `${setting} leads to a database with the encoding ${found.encoding}; the club needs UTF8: create database … encoding 'UTF8' template template0.`,
      )
  } catch (error) {
    if (error instanceof SetupError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const { host, pathname } = new URL(url)
    if (message.includes('startup parameter'))
      throw new SetupError(
        `${setting} leads to a pooler (${host}${pathname}); name the database behind it in DATABASE_DIRECT_URL, and in DATABASE_OWNER_URL where that is set.`,
      )
    if (code && REFUSED.test(code))
      throw new SetupError(
        `${setting} is refused by that PostgreSQL (${host}${pathname}: ${message}).`,
      )
    throw new SetupError(
      `${setting} cannot be reached (${host}${pathname}: ${code ?? message}); start that PostgreSQL or correct the setting.`,
    )
  } finally {
    await db.end().catch(() => {})
  }
}
