import { sharedFolders } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { compareInstallation } from '#server/platform/vault/installation.ts'

/** Whether key folder and file folder are those of the club. Throws a `SetupError` that says why not. */
export async function describeInstallation(on: Sql, config: Config): Promise<string> {
  const found = await compareInstallation(on, sharedFolders(config))
  if (!found)
    return 'nothing on record yet; npm start notes which keys and which files are the club’s'
  const turned = found.key === 'older' ? '; the key was turned since, the next start notes it' : ''
  return `${found.id}: keys and files are those of the club${turned}`
}
