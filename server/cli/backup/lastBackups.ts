// When and where the last backups of this machine were made: what `npm run club doctor` looks at.
import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from '#server/config.ts'
import type { Kind } from './folder.ts'
import { readChecksummed, writeChecksummed } from './checksummedFile.ts'

const LastBackup = z.object({ at: z.iso.datetime(), folder: z.string() })
const LastBackups = z.object({ club: LastBackup.optional(), keys: LastBackup.optional() })

const notePath = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups.json')

/** Nothing when there were none, or the file was changed. */
export const readLastBackups = async (
  config: Pick<Config, 'dataDir'>,
): Promise<z.infer<typeof LastBackups>> =>
  (await readChecksummed(notePath(config), LastBackups).catch(() => null)) ?? {}

export async function noteBackup(
  config: Pick<Config, 'dataDir'>,
  kind: Kind,
  { at, folder }: { at: Date; folder: string },
): Promise<void> {
  const backups = { ...(await readLastBackups(config)), [kind]: { at: at.toISOString(), folder } }
  await writeChecksummed(notePath(config), backups)
}
