import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from '#server/config.ts'
import type { Kind } from './folder.ts'
import { readSealed, writeSealed } from './sealed.ts'

const Note = z.object({ at: z.iso.datetime(), folder: z.string() })
const Notes = z.object({ club: Note.optional(), keys: Note.optional() })

const pathIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups.json')

/** When and where the last backups of this machine were made: what the doctor looks at. */
export const readNotes = async (config: Pick<Config, 'dataDir'>): Promise<z.infer<typeof Notes>> =>
  (await readSealed(pathIn(config), Notes).catch(() => null)) ?? {}

export async function noteBackup(
  config: Pick<Config, 'dataDir'>,
  kind: Kind,
  { at, folder }: { at: Date; folder: string },
): Promise<void> {
  const notes = { ...(await readNotes(config)), [kind]: { at: at.toISOString(), folder } }
  await writeSealed(pathIn(config), notes)
}
