import { isFoundMinor } from '#server/features/moderation/moderation.ts'
import { removeFiles } from '#server/features/verification/verification.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import { leave } from './deletion.service.ts'

/**
 * The job: a person found that somebody is a minor, and what is kept of them goes a day after they
 * were told so, in which they can object. What was reported stays as evidence for its time, and so
 * does the mark of their address.
 */
export async function deleteMinor(app: App, { userId }: { userId: string }): Promise<void> {
  const purgeAt = new Date(app.now().getTime() + DAY_MS)
  if (!(await isFoundMinor(app.db, userId))) return
  const left = await app.db.transaction(async (tx) => {
    const leaving = await leave(app, tx, userId, { purgeAt, reason: 'under_age' })
    // an objection was faster: nothing of this holds, and the next try finds nothing to do
    if (leaving && !(await isFoundMinor(tx, userId))) throw new Error('no longer a minor')
    return leaving
  })
  if (left) await removeFiles(app, left.paths)
}
