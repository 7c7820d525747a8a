import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/billing/backOffice.ts'
import { proofRefusal } from '#server/features/accounts/accounts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { requireRole } from '#server/platform/member-rules/staff.ts'
import type { Handler } from '#server/platform/http/route.ts'
import {
  findRequestedRefund,
  findOwner,
  findRefund,
  lastPayment,
  noteReason,
} from './backOffice.queries.ts'
import {
  refundableCents,
  requestRefund,
  retryRefund as tryAgain,
} from '#server/features/billing/subscriptions/refunds.service.ts'
import { lockSubscription } from '#server/features/billing/subscriptions/subscription.queries.ts'

/** All of it or nothing: the refund, why, and its trace. */
export const refundPayment: Handler<typeof contract.refundPayment> = async (
  ctx,
  { params: { subscriptionId }, body: { id, cents, note } },
) => {
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const at = ctx.now()
  const wanted = { id, subscriptionId, cents }
  await ctx.db.transaction(async (tx) => {
    // of two who act on one contract, the second waits
    if (!(await lockSubscription(tx, subscriptionId))) return ctx.refuse(codes.notFound)
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    const subjectId = (await findOwner(tx, subscriptionId))?.userId ?? null
    if (subjectId === ctx.viewer.userId) return ctx.refuse('own_case')
    const before = await findRequestedRefund(tx, wanted)
    if (before?.isSame) return
    if (before) return ctx.refuse('invalid_input', { errors: [{ path: 'id', message: 'invalid' }] })
    const payment = await lastPayment(tx, subscriptionId)
    if (!payment) return ctx.refuse('refund_too_high')
    const { paymentId } = payment
    // asked before it is requested, because what is asked for is paid whole or not at all
    if (cents > (await refundableCents(tx, { subscriptionId, paymentId })))
      return ctx.refuse('refund_too_high')
    await requestRefund(ctx, tx, { ...wanted, paymentId, reason: 'goodwill', at })
    await noteReason(tx, id, note)
    // last, because everybody else's entries wait from here to the end
    await audit(tx, {
      at,
      actorId: ctx.viewer.userId,
      action: 'payment_refunded',
      subjectId,
      details: { subscription: subscriptionId, refund: id, cents },
    })
  })
  return { done: true }
}

export const retryRefund: Handler<typeof contract.retryRefund> = async (
  ctx,
  { params: { refundId } },
) => {
  const found = await findRefund(ctx.db, refundId)
  if (!found) return ctx.refuse(codes.notFound)
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const { number, userId: subjectId } = found
  if (subjectId === ctx.viewer.userId) return ctx.refuse('own_case')
  await ctx.db.transaction(async (tx) => {
    if (!(await tryAgain(ctx, tx, refundId))) return ctx.refuse('already_decided')
    await requireRole(tx, ctx.viewer, { onlyAdmins: true })
    await audit(tx, {
      at: ctx.now(),
      actorId: ctx.viewer.userId,
      action: 'refund_retried',
      subjectId,
      details: { refund: refundId, number },
    })
  })
  return { done: true }
}
