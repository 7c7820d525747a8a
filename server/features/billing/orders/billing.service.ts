// What a member sees of their own money, and how they cancel, or agree to another price.
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/billing/billing.ts'
import { findSureTime } from '#server/platform/database/clock.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { listOwnInvoices as listInvoices } from '#server/features/billing/ledger/invoices.queries.ts'
import { toPrice } from '#server/features/billing/subscriptions/plans.policy.ts'
import { currentPrice } from '#server/features/billing/subscriptions/plans.service.ts'
import {
  askWhereOverdue,
  orLater,
} from '#server/features/billing/subscriptions/agreements.service.ts'
import { askForPrice } from '#server/features/billing/subscriptions/agreements.prices.ts'
import {
  findLive,
  findShown,
  findSubscription,
} from '#server/features/billing/subscriptions/subscription.queries.ts'
import { readPlan } from '#server/features/rooms/rooms.ts'
import { advance } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { toSubscription } from '#server/features/billing/subscriptions/subscription.view.ts'

export const getBilling: Handler<typeof contract.getBilling> = async ({
  db,
  payments,
  now,
  viewer,
}) => {
  const { userId } = viewer
  const [price, plan, shown, invoices] = await Promise.all([
    currentPrice(db),
    readPlan(db, viewer),
    findShown(db, userId),
    listInvoices(db, userId),
  ])
  return {
    provider: payments?.name ?? null,
    price: toPrice(price),
    plan,
    subscription: shown ? toSubscription(shown, await findSureTime(db, now())) : null,
    invoices,
  }
}

export const cancelSubscription: Handler<typeof contract.cancelSubscription> = async (ctx) => {
  const at = ctx.now()
  const running = await findLive(ctx.db, ctx.viewer.userId)
  if (!running) return ctx.refuse('nothing_to_cancel')
  await askWhereOverdue(ctx, running)
  const row = await ctx.db.transaction((tx) =>
    advance(ctx, tx, running.id, ({ status, approvedAt, disputeEnd: disputableUntil }) => {
      // an order nobody approved is given up, not cancelled
      if (status === 'pending' && !approvedAt) return ctx.refuse('nothing_to_cancel')
      if (status === 'cancelled' && !disputableUntil) return []
      const key = `cancelled:${at.toISOString()}`
      return [{ kind: 'cancelled', key, occurredAt: at, data: {} }]
    }),
  )
  if (!row) return ctx.refuse('nothing_to_cancel')
  return toSubscription(row, await findSureTime(ctx.db, at))
}

export const acceptPrice: Handler<typeof contract.acceptPrice> = async (ctx, { body }) => {
  const at = ctx.now()
  const priceId = body.priceId.toLowerCase()
  const running = await findLive(ctx.db, ctx.viewer.userId)
  if (!running) return ctx.refuse(codes.notFound)
  const row = await ctx.db.transaction((tx) =>
    advance(ctx, tx, running.id, ({ newPrice, status, priceId: agreed }) => {
      if (agreed === priceId) return []
      if (newPrice?.priceId !== priceId || status === 'cancelled') return ctx.refuse(codes.notFound)
      const key = `price_accepted:${priceId}`
      return [{ kind: 'price_accepted', key, occurredAt: at, data: { priceId } }]
    }),
  )
  if (!row) return ctx.refuse(codes.notFound)
  // the job does it if this does not; here it is to know at once where the member has to agree too
  if ((await countAttempt(ctx, ctx.db, 'orderAsked', row.id)) === null)
    await orLater(ctx, row, {
      asked: askForPrice(ctx, row),
      words: 'the provider was not repriced',
    })
  return toSubscription((await findSubscription(ctx.db, row.id)) ?? row, ctx.now())
}
