import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/moderation/cases.ts'
import { askForProof } from '#server/features/moderation/minors/minors.service.ts'
import { requireLeaveToKeepOut } from '#server/features/moderation/statements/keepingOut.service.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { decisionRefusal, caseSource } from './cases.policy.ts'
import { findCase, postpone } from './cases.queries.ts'
import { readCaseFile } from './cases.service.ts'
import { findInvolvement } from './file.queries.ts'
import { remainingUrgency } from '#server/features/moderation/reports/reports.policy.ts'
import { listOtherReasons } from '#server/features/moderation/reports/reports.queries.ts'

/** The decision of the hour, where nobody can tell without an ID: the case stays open, and waits for that. */
export const askAge: Handler<typeof contract.askAge> = async (ctx, { params, query }) => {
  const { viewer } = ctx
  const found = (await findCase(ctx.db, params.caseId, viewer.userId)) ?? ctx.refuse(codes.notFound)
  const userId = found.userId ?? ctx.refuse(codes.notFound)
  ctx.refuseIf(
    decisionRefusal(found, viewer, await findInvolvement(ctx.db, found.id, viewer.userId)),
  )
  await ctx.db.transaction(async (tx) => {
    // a decision on the case takes this lock, too
    await holdAccount(tx, userId)
    await requireRole(tx, viewer)
    const now = (await findCase(tx, found.id, viewer.userId)) ?? ctx.refuse(codes.notFound)
    ctx.refuseIf(decisionRefusal(now, viewer, await findInvolvement(tx, found.id, viewer.userId)))
    if (now.userId === null) return ctx.refuse(codes.notFound)
    // a colleague may have found meanwhile that it is an adult
    const isAsRead = query.version === undefined || query.version === now.version
    if (!isAsRead && now.age !== 'asked') return ctx.refuse('more_reported')
    const leave = await requireLeaveToKeepOut(tx, ctx, userId)
    const by = { staffId: viewer.userId }
    const suspicion = { userId, caseId: found.id, source: caseSource(now), by, leave }
    const proofDueAt = await askForProof(tx, ctx, suspicion)
    if (!proofDueAt) return
    const others = await listOtherReasons(tx, found.id, 'minor')
    await postpone(tx, found.id, remainingUrgency(others, proofDueAt))
    await audit(tx, {
      at: ctx.now(),
      actorId: viewer.userId,
      action: 'age_asked',
      subjectId: userId,
      details: { case: found.number },
    })
  })
  return (await readCaseFile(ctx, found.id)) ?? ctx.refuse(codes.notFound)
}
