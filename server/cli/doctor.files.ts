import type { Config } from '#server/config.ts'
import { compareFiles } from '#server/features/privacy/retention/files.comparison.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Files } from '#server/platform/files/files.ts'
import { refuseOtherFiles } from '#server/platform/vault/installation.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

/** Where files lie, and whether each that a row names is there. Throws a `SetupError` when one is not. */
export async function describeFiles(db: Database, config: Config, now: Date): Promise<string> {
  const files = new Files(config)
  await refuseOtherFiles(db, { files })
  const { known, missing, unconfirmed } = await compareFiles({ db, files, now: () => now })
  const place = files.current === 's3' ? 'in the bucket of FILES_URL' : `below ${files.dataDir}`
  if (missing > 0)
    throw new SetupError(
      `${missing} of ${known} files that rows name are missing ${place}; npm run club -- backup names them.`,
    )
  if (unconfirmed > 0)
    throw new SetupError(
      `${unconfirmed} files that have to go were not removed for a day; look why the store refuses (the log says it) and let its key remove there.`,
    )
  return `${known} that rows name, all of them ${place}`
}
