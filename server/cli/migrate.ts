import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/process/log.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { openStore } from '#server/store.ts'

/** Brings the database up to date and grants what the server needs; answers that it is, in words. */
export async function migrateClub(config: Config, log: Log): Promise<string> {
  if (config.databaseOwnerUrl && !config.databaseUrl)
    throw new SetupError(
      'DATABASE_OWNER_URL says who owns the database; DATABASE_URL has to say who serves from it.',
    )
  const store = await openStore(config, { log, isServer: false })
  await store.close()
  return 'The database is up to date.'
}
