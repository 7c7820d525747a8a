// How an admin gets one image of an identity document: by a link that ends, on record before the first byte.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/verification/review.ts'
import type { Side, ViewPurpose } from '#contract/verification/verification.ts'
import { proofRefusal } from '#server/features/accounts/accounts.ts'
import type { AuditEntry } from '#server/platform/limits/audit.ts'
import type { Giver, Handler } from '#server/platform/http/route.ts'
import { readDocument } from '#server/features/verification/documents.service.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import { isImageLink, createImageLink } from './review.links.ts'
import { ownRefusal, viewPurpose } from './review.policy.ts'
import { findSubmission, type Submission } from './review.queries.ts'
import { traceViewing, traceRefusal } from './review.trace.ts'

const auditEntry = (
  action: AuditEntry['action'],
  { id, userId }: Submission,
  side: Side,
  purpose: ViewPurpose,
) => ({
  action,
  subjectId: userId,
  details: { submission: id, side, purpose },
})

export const openImage: Handler<typeof contract.openImage> = async (ctx, { params, body }) => {
  const { side } = body
  const submission = await findSubmission(ctx.db, params.submissionId)
  const file = submission?.files.find((one) => one.side === side)
  if (!submission || !file) return ctx.refuse(codes.notFound)
  await traceRefusal(ctx, submission, ownRefusal(ctx.viewer, submission))
  const purpose = viewPurpose(submission, body.purpose)
  if (!purpose) return ctx.refuse('already_decided')
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))

  const opening = { sessionId: ctx.viewer.sessionId, submissionId: submission.id, side, purpose }
  const made = await createImageLink({ keys: ctx.keys, epoch: file.epoch }, opening, ctx.now())
  if (!made) return ctx.refuse(codes.notFound)
  await traceViewing(ctx, auditEntry('id_view_granted', submission, side, purpose))
  const path = `/api/admin/verifications/${submission.id}/images/${side}`
  return { url: `${path}?link=${made.link}`, expiresAt: made.expiresAt.toISOString() }
}

export const getImage: Giver<typeof contract.getImage> = async (ctx, { params, query }) => {
  const { side } = params
  const submission = await findSubmission(ctx.db, params.submissionId)
  const file = submission?.files.find((one) => one.side === side)
  if (!submission || !file) return ctx.refuse(codes.notFound)
  await traceRefusal(ctx, submission, ownRefusal(ctx.viewer, submission))
  // with the decision every link that was given for it ends
  const purpose = submission.status === 'pending' ? 'review' : 'second_look'
  const opening = {
    sessionId: ctx.viewer.sessionId,
    submissionId: submission.id,
    side,
    purpose,
  } as const
  const vouching = { keys: ctx.keys, epoch: file.epoch }
  const isGood = await isImageLink(vouching, opening, query.link, ctx.now())
  await traceRefusal(ctx, submission, isGood ? null : 'link_expired')

  return {
    type: 'image/jpeg',
    read: async () => {
      await watchViews(ctx)
      // what could not be read was seen by nobody, and is not decided on as if it had been
      const image = (await readDocument(ctx, submission.id, side)) ?? ctx.refuse(codes.notFound)
      // committed before the first byte goes out: no trace, no image
      await traceViewing(ctx, auditEntry('id_viewed', submission, side, purpose))
      return image
    },
    onCutOff: () => traceViewing(ctx, auditEntry('id_view_cut_off', submission, side, purpose)),
  }
}

type Ctx = App & Refusing<never> & { viewer: Viewer }

/**
 * Counts the images an admin opens (control B4). More than reviewing usually takes is said aloud
 * once an hour, in the log and in the audit log; far more than that is refused.
 */
async function watchViews(ctx: Ctx): Promise<void> {
  const { userId } = ctx.viewer
  const retryAfter = await countAttempt(ctx, ctx.db, 'idView', userId)
  if (retryAfter !== null) {
    const details = { reason: 'too_many_attempts' }
    await traceViewing(ctx, { action: 'admin_refused', details }, { isRepeated: true })
    return ctx.refuse('too_many_attempts', { retryAfter })
  }
  const isUsual = (await countAttempt(ctx, ctx.db, 'idViewUsual', userId)) === null
  if (isUsual || (await countAttempt(ctx, ctx.db, 'idViewAlarm', userId)) !== null) return
  ctx.log.warn({ adminId: userId }, 'an admin opens unusually many identity documents')
  await traceViewing(ctx, { action: 'id_views_unusual' })
}
