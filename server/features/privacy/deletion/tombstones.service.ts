import { removeFiles } from '#server/features/verification/verification.ts'
import type { App } from '#server/platform/context.ts'
import { leave } from './deletion.service.ts'
import { purge } from './purge.service.ts'
import { insertTombstones, listBack, makeDue, type Tombstone } from './tombstones.queries.ts'

export type { Tombstone }

/**
 * Purges again whom a restored backup brought back; answers how many. Throws when one of them is
 * still there: nobody may be let in then.
 */
export async function repeatPurges(app: App, stones: readonly Tombstone[]): Promise<number> {
  const { db } = app
  // first, so that the purge finds its stone set: it says goodbye only to whom it did not before
  await insertTombstones(db, stones)
  const back = await listBack(db, stones)
  for (const userId of back) {
    const at = app.now()
    const left = await db.transaction(async (tx) => {
      const gone = await leave(app, tx, userId, { purgeAt: at, reason: 'asked' })
      await makeDue(tx, userId, at)
      return gone
    })
    if (left) await removeFiles(app, left.paths)
    await purge(app, userId)
  }
  const still = await listBack(db, stones)
  if (still.length > 0) throw new Error(`${still.length} purged accounts are still there`)
  return back.length
}
