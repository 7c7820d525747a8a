import { limits } from '#contract/limits.ts'
import type { KeptKeys } from '#server/platform/vault/keptKeys.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import { deleteFiles, noteDeletion } from '#server/platform/files/deletions.ts'
import type { Removed } from '#server/platform/limits/retention.ts'
import { expireExport } from '#server/features/privacy/retention/expiry.queries.ts'
import {
  failStuck,
  isEpochUsed,
  listExportKeys,
  listSpent,
  unknownExports,
  updateExportKeys,
} from './exports.sweep.queries.ts'

/** Whatever is being written is younger than this, or nobody writes it any more. */
const ORPHAN_MS = HOUR_MS

/** Nobody can read it any more; then its bytes go. */
export async function endExport(app: App, id: string): Promise<boolean> {
  const doomed = { store: 'exports', folder: id } as const
  const isEnded = await app.db.transaction(async (tx) => {
    await noteDeletion(tx, doomed, app.now())
    return expireExport(tx, id)
  })
  await deleteFiles(app, doomed)
  return isEnded
}

/** Ends what its time has come for, gives up what never came, and in a folder sweeps what a crash left behind. */
export async function sweepExports(app: App): Promise<Removed> {
  const { db, files, now } = app
  const at = now()
  let exports = 0
  for (const id of await listSpent(db, at)) if (await endExport(app, id)) exports += 1
  await failStuck(db, new Date(at.getTime() - limits.exportHours * HOUR_MS))
  if (files.isListedOften) await sweepArchives(app)
  return { exports }
}

/** Removes files that no row knows, whose keys are therefore nowhere. */
export async function sweepArchives({ archives, db, now }: App): Promise<void> {
  const old = await archives.idsBefore(new Date(now().getTime() - ORPHAN_MS))
  for (const id of await unknownExports(db, old)) await archives.remove(id)
}

/** Their keys are wrapped with a month's key too, and move on with it. */
export const exportKeys: KeptKeys = {
  isUsed: isEpochUsed,
  async move({ archives, now }, tx, epoch, broken) {
    const keys = await listExportKeys(tx, epoch, [...broken.keys()])
    const moved = []
    for (const { id, ...key } of keys)
      try {
        moved.push({ id, ...(await archives.rewrap(key, now())) })
      } catch (error) {
        broken.set(id, error)
      }
    await updateExportKeys(tx, moved)
    return keys.length
  },
}
