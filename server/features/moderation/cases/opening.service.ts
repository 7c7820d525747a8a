import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/moderation/cases.ts'
import { membershipRefusal } from '#server/features/rooms/rooms.policy.ts'
import { findRoomAccess } from '#server/features/rooms/rooms.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import { mayBeJudged } from '#server/platform/member-rules/visibility.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findCase } from './cases.queries.ts'
import { captureEvidence, keepEvidence } from '#server/features/moderation/reports/evidence.ts'
import { findOrOpenCase } from '#server/features/moderation/reports/receiving.service.ts'
import {
  findPost,
  findProfile,
  type ReportedTarget,
} from '#server/features/moderation/reports/targets.queries.ts'

/** Blocks between members do not bind staff at their desks: nobody is blocked by nobody. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type Ctx = Parameters<Handler<typeof contract.openOwnCase>>[0]

/** Posts where the viewer reads them, and members with their photos. */
async function requireTarget(ctx: Ctx, target: contract.OwnCaseTarget): Promise<ReportedTarget> {
  if (target.kind !== 'post')
    return (await findProfile(ctx.db, target, mayBeJudged)) ?? ctx.refuse(codes.notFound)
  const post = (await findPost(ctx.db, target.id, NOBODY)) ?? ctx.refuse(codes.notFound)
  const roomAccess = post.roomSlug === null ? null : await findRoomAccess(ctx, post.roomSlug)
  return !roomAccess || membershipRefusal(ctx.viewer, roomAccess)
    ? ctx.refuse(codes.notFound)
    : post
}

/** Staff may decide a case they opened themselves, unlike one they reported as a member. */
export const openOwnCase: Handler<typeof contract.openOwnCase> = async (ctx, { body }) => {
  const { kind, id: sourceId } = body.target
  const target = await requireTarget(ctx, { kind, id: sourceId.toLowerCase() })
  const { userId } = target
  if (userId === ctx.viewer.userId) return ctx.refuse('own_case')
  const frozen = await captureEvidence(ctx, ctx.db, target)
  return ctx.db.transaction(async (tx) => {
    const caseId = await findOrOpenCase(ctx, tx, { userId, reason: 'other', isTrusted: false })
    await requireRole(tx, ctx.viewer)
    await keepEvidence(ctx, tx, caseId, frozen)
    // sent again after a lost answer, it is so already
    const what = ['case_opened', ctx.viewer.userId, caseId, kind, sourceId].join(' ')
    if ((await countAttempt(ctx, tx, 'trace', what)) !== null) return { caseId }
    const opened = (await findCase(tx, caseId, ctx.viewer.userId)) ?? ctx.refuse(codes.notFound)
    await audit(tx, {
      at: ctx.now(),
      actorId: ctx.viewer.userId,
      action: 'case_opened',
      subjectId: userId,
      details: { case: opened.number, kind },
    })
    return { caseId }
  })
}
