// An admin verifies or rejects a member; nobody is verified by images the admin has not looked at.
import { codes } from '#contract/errors.ts'
import { computeAge } from '#contract/admission/birthdate.ts'
import { berlinDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/verification/review.ts'
import { findMailLanguage, proofRefusal } from '#server/features/accounts/accounts.ts'
import { findOrOpenCase, settleAge, suspectMinor } from '#server/features/moderation/moderation.ts'
import { updateVerification } from '#server/features/members/members.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { approvalRefusal, decisionRefusal, ownRefusal } from './review.policy.ts'
import {
  countWaiting,
  findSubmission,
  listLines,
  listSeen,
  noteDecision,
} from './review.queries.ts'
import { traceViewing, traceRefusal } from './review.trace.ts'
import { lockMember } from '#server/features/verification/verification.queries.ts'

export const listSubmissions: Handler<typeof contract.listSubmissions> = async (ctx, { query }) => {
  await traceViewing(ctx, { action: 'admin_list_viewed' }, { isRepeated: true })
  const [{ lines, next }, waiting] = await Promise.all([
    listLines(ctx.db, {
      isQueue: query.filter === 'queue',
      after: query.after,
      limit: limits.submissionsPerPage,
    }),
    countWaiting(ctx.db),
  ])
  return { submissions: lines, next, waiting }
}

export const getSubmission: Handler<typeof contract.getSubmission> = async (ctx, { params }) => {
  const submission = await findSubmission(ctx.db, params.submissionId)
  if (!submission) return ctx.refuse(codes.notFound)
  const { id, userId, birthdate, files, ...rest } = submission
  const details = { submission: id }
  const entry = { action: 'submission_opened', subjectId: userId, details } as const
  await traceViewing(ctx, entry, { isRepeated: true })
  return {
    ...rest,
    id,
    birthdate,
    age: birthdate === null ? null : computeAge(birthdate, berlinDay(ctx.now())),
    language: userId === null ? null : await findMailLanguage(ctx.db, userId),
    sides: files.map(({ side }) => side),
    seen: await listSeen(ctx.db, submission, ctx.viewer.userId),
    isOwn: userId === ctx.viewer.userId,
  }
}

/** All of it or nothing: the decision, what it makes of the member, its trace and the mail. */
export const decideSubmission: Handler<typeof contract.decideSubmission> = async (
  ctx,
  { params, body },
) => {
  const { viewer } = ctx
  const { decision: status, note, isMinor } = body
  const found = await findSubmission(ctx.db, params.submissionId)
  if (!found) return ctx.refuse(codes.notFound)
  const { id, userId, username, method, submittedAt } = found
  await traceRefusal(ctx, found, ownRefusal(viewer, found))
  if (found.status !== 'pending') return ctx.refuse('already_decided')
  ctx.refuseIf(decisionRefusal(body))
  ctx.refuseIf(await proofRefusal(ctx, viewer))

  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    if (userId) await lockMember(tx, userId)
    await requireRole(tx, viewer, { onlyAdmins: true })
    // from here on nobody corrects the birthdate
    const asking = await findSubmission(tx, id)
    if (!asking) return ctx.refuse('already_decided')
    if (status === 'verified') {
      const seen = await listSeen(tx, asking, viewer.userId)
      ctx.refuseIf(approvalRefusal({ ...asking, seen, compared: body.birthdate }, at))
    }
    const decision = { status, reviewerId: viewer.userId, note: note || null, at }
    if (!(await noteDecision(tx, id, decision))) return ctx.refuse('already_decided')
    if (userId) {
      const standing = status === 'verified' ? { status, method, at } : { status }
      await updateVerification(tx, userId, standing)
      await ctx.jobs.send(tx, 'mail_verification_decided', { userId })
      const by = viewer.userId
      if (status === 'verified') await settleAge(tx, ctx, { userId, outcome: 'adult', by })
      else if (isMinor) {
        const caseId = await findOrOpenCase(ctx, tx, { userId, reason: 'minor', isTrusted: false })
        const finding = { userId, caseId, source: 'own', by: { staffId: by } } as const
        if (!(await suspectMinor(tx, ctx, finding))) return ctx.refuse('staff_member')
      }
    }
    // last, because everybody else's entries wait from here to the end
    await audit(tx, {
      at,
      actorId: viewer.userId,
      action: 'verification_decided',
      subjectId: userId,
      details: { submission: id, status, method },
    })
  })
  return { id, username, method, submittedAt, status }
}
