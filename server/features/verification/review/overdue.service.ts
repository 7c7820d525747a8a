import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import { listAdmins } from '#server/platform/member-rules/staff.ts'
import { takeOverdue } from './review.queries.ts'

/** Members were promised 24 to 48 hours: what waits for longer than this is said while there is time (control P-08). */
export const PATIENCE_MS = 36 * 3_600_000

/** Tells every admin, once for each submission, that one waits too long. */
export async function remindReviewers({ db, jobs, log, now }: App): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const overdue = await takeOverdue(tx, new Date(at.getTime() - PATIENCE_MS))
    if (overdue.length === 0) return
    log.warn({ submissions: overdue.length }, 'submissions have waited for more than 36 hours')
    for (const userId of await listAdmins(tx, at))
      await jobs.send(tx, 'mail_review_overdue', { userId })
    for (const { id, userId } of overdue) {
      const details = { submission: id }
      await audit(tx, { at, actorId: null, action: 'review_overdue', subjectId: userId, details })
    }
  })
}
