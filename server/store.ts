import type { Config } from './config.ts'
import { prepareDataDir } from './platform/dataDir.ts'
import { isNotAllowed, openDatabase, sql } from './platform/database.ts'
import { startEmbedded } from './platform/embedded.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { grantToApp } from './platform/roles.ts'
import { SetupError } from './platform/setupError.ts'

export type Store = {
  url: string
  isEmbedded: boolean
  /** Stops the embedded PostgreSQL, if it is ours. */
  close(): Promise<void>
}

type Options = { log: Log; isServer: boolean }

const OLDEST = 15
const NOT_THE_OWNER =
  'The role of DATABASE_URL does not own the tables; name the role that does in DATABASE_OWNER_URL.'

/** The migrated database: the embedded one, or the one `DATABASE_URL` names. Throws a `SetupError`. */
export async function openStore(config: Config, { log, isServer }: Options): Promise<Store> {
  await prepareDataDir(config.dataDir)
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  if (!databaseUrl) {
    const { url, ownerUrl, stop } = await startEmbedded({ dataDir, log, isServer })
    try {
      await migrateAt(ownerUrl, url, log)
    } catch (error) {
      await stop()
      throw error
    }
    return { url, isEmbedded: true, close: stop }
  }
  await refuseUnreachable('DATABASE_URL', databaseUrl)
  if (databaseOwnerUrl) await refuseUnreachable('DATABASE_OWNER_URL', databaseOwnerUrl)
  else
    log.warn(
      'without DATABASE_OWNER_URL the server owns its tables and could change audit log and consents',
    )
  await migrateAt(databaseOwnerUrl ?? databaseUrl, databaseUrl, log)
  return { url: databaseUrl, isEmbedded: false, close: async () => {} }
}

async function migrateAt(ownerUrl: string, url: string, log: Log): Promise<void> {
  const db = openDatabase(ownerUrl, { max: 1 })
  try {
    const applied = await migrate(db).catch((error: unknown) => {
      throw isNotAllowed(error) ? new SetupError(NOT_THE_OWNER) : error
    })
    if (ownerUrl !== url) await grantToApp(db, await roleAt(url))
    if (applied.length > 0)
      log.info({ migrations: applied.length }, 'brought the database up to date')
  } finally {
    await db.end()
  }
}

export async function roleAt(url: string): Promise<string> {
  const db = openDatabase(url, { max: 1 })
  try {
    const found = await db.row<{ role: string }>(sql`select current_user::text as role`)
    return found?.role ?? ''
  } finally {
    await db.end()
  }
}

/** Throws a `SetupError` unless a PostgreSQL new enough answers there. */
export async function refuseUnreachable(setting: string, url: string): Promise<void> {
  const db = openDatabase(url, { max: 1 })
  try {
    const found = await db.row<{ version: number }>(
      sql`select current_setting('server_version_num')::int / 10000 as version`,
    )
    if (found && found.version < OLDEST)
      throw new SetupError(
        `${setting} leads to PostgreSQL ${found.version}; the club needs ${OLDEST} or newer.`,
      )
  } catch (error) {
    if (error instanceof SetupError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const { host, pathname } = new URL(url)
    throw new SetupError(
      `${setting} cannot be reached (${host}${pathname}: ${code ?? message}); start that PostgreSQL or correct the setting.`,
    )
  } finally {
    await db.end().catch(() => {})
  }
}
