import { sharedFolders } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { allowPauses, type Database } from '#server/platform/database/database.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { dropClosedPhotoKey, replaceFolders } from '#server/platform/vault/installation.ts'
import { openStrongbox } from '#server/platform/vault/strongbox.ts'
import { withoutServers } from './withoutServers.ts'

type Club = { config: Config; db: Database; url: string; now: () => Date }

/**
 * Takes the key folder and the file folder that are there now for the club's, whose own are lost for good;
 * what is missing in them is made. Answers what happened, in words.
 */
export const adoptFolders = ({ config, db, url, now }: Club): Promise<string> =>
  withoutServers(url, async () => {
    const folders = sharedFolders(config)
    await db.transaction(async (tx) => {
      await allowPauses(tx)
      await replaceFolders(tx, folders)
      await dropClosedPhotoKey(tx, openStrongbox(folders.keyPath))
      await audit(tx, { at: now(), actorId: null, action: 'folders_adopted' })
    })
    const { files } = folders
    return `The keys at ${folders.keyPath} and the files ${files.current === 's3' ? 'in the bucket of FILES_URL' : `below ${files.dataDir}`} are this club's from now on; what was sealed with another key, photos included, stays closed, and files elsewhere are not found.`
  })
