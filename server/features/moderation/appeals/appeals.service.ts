import type * as contract from '#contract/moderation/appeals.ts'
import type { Appeal } from '#contract/moderation/appeals.ts'
import { codes, type ErrorCode } from '#contract/errors.ts'
import { reportToAppeal } from '#server/features/moderation/cases/reopening.service.ts'
import { appealRefusal } from '#server/features/moderation/statements/statements.policy.ts'
import {
  statementById,
  statementByLink,
} from '#server/features/moderation/statements/statements.service.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { App, Refusing } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { answerDue } from './appeals.policy.ts'
import { findAppealAgainstTarget, insertAppeal, type NewAppeal } from './appeals.queries.ts'

type Code = Extract<ErrorCode, 'already_appealed' | 'appeal_closed'>
type AppealData = Omit<NewAppeal, 'receivedAt' | 'dueAt'>

/** Once against the same thing: a repeat gets the first, two at once make one. */
async function make(
  ctx: App & Refusing<Code>,
  data: AppealData,
  refusal: Code | null,
  spend: () => Promise<void>,
): Promise<Appeal> {
  const { statementId, reportId } = data
  const id = data.id.toLowerCase()
  const earlier = await findAppealAgainstTarget(ctx.db, id, { statementId, reportId })
  if (earlier) return earlier
  ctx.refuseIf(refusal)
  await spend()
  const receivedAt = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const appeal = { ...data, id, receivedAt, dueAt: answerDue(receivedAt) }
    if (!(await insertAppeal(tx, appeal))) return
    await ctx.jobs.send(tx, 'mail_appeal', { appealId: id, event: 'received' })
  })
  const made = await findAppealAgainstTarget(ctx.db, id, { statementId, reportId })
  return made ?? ctx.refuse('already_appealed')
}

export const appealStatement: Handler<typeof contract.appealStatement> = async (
  ctx,
  { params, body },
) => {
  const { userId } = ctx.viewer
  const found = await statementById(ctx.db, params.statementId)
  if (!found || found.userId !== userId) return ctx.refuse(codes.notFound)
  const { id: statementId, decidedBy: deciderId } = found
  const data = { ...body, statementId, reportId: null, userId, deciderId }
  return make(ctx, data, appealRefusal(found, ctx.now()), () =>
    enforceRateLimit(ctx, 'appeal', userId),
  )
}

/** Anybody with the link from the mail may appeal, signed in or not, banned members included. */
export const appealByLink: Handler<typeof contract.appealByLink> = async (ctx, { body }) => {
  const { token, ...rest } = body
  const found = await statementByLink(ctx, token)
  const { id: statementId, userId, decidedBy: deciderId } = found
  const data = { ...rest, statementId, reportId: null, userId, deciderId }
  return make(ctx, data, appealRefusal(found, ctx.now()), async () => {})
}

export const appealReport: Handler<typeof contract.appealReport> = async (
  ctx,
  { params, body },
) => {
  const { userId } = ctx.viewer
  const found = await reportToAppeal(ctx, userId, params.number)
  if (!found) return ctx.refuse(codes.notFound)
  const { id: reportId, deciderId, refusal } = found
  const data = { ...body, statementId: null, reportId, userId, deciderId }
  return make(ctx, data, refusal, () => enforceRateLimit(ctx, 'appeal', userId))
}
