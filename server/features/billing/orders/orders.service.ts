// Orders a subscription: the offer, the click that orders, its state, giving it up; nobody has two at once.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/billing/billing.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { limits } from '#contract/limits.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import type { App, Context } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'
import { ProviderError, type ProviderName } from '#server/platform/payments.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import {
  askProvider,
  orLater,
  startAgreement,
} from '#server/features/billing/subscriptions/agreements.service.ts'
import { orderRefusal } from './orders.policy.ts'
import { findSuspension } from '#server/features/billing/suspension/suspension.queries.ts'
import { attachIntent, findIntent, insertIntent, insertOrder } from './orders.queries.ts'
import { toPrice } from '#server/features/billing/subscriptions/plans.policy.ts'
import { currentPrice } from '#server/features/billing/subscriptions/plans.service.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import {
  findLive,
  findOwn,
  type SubscriptionRow,
} from '#server/features/billing/subscriptions/subscription.queries.ts'
import { isOver } from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import {
  advance,
  applyEvents,
} from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { toSubscription } from '#server/features/billing/subscriptions/subscription.view.ts'

export const mintIntent: Handler<typeof contract.mintIntent> = async (ctx) => {
  const { db, payments, viewer } = ctx
  const { userId } = viewer
  if (!payments) return ctx.refuse('payments_off')
  ctx.refuseIf(orderRefusal(viewer) ?? termsRefusal(viewer))
  const at = ctx.now()
  const expiresAt = new Date(at.getTime() + limits.intentMinutes * 60_000).toISOString()
  const termsVersion = documentVersions.terms
  return db.transaction(async (tx) => {
    if (!(await holdOwn(tx, ctx.viewer))) return ctx.refuse('not_signed_in')
    const running = await findRunning(ctx, tx, userId)
    if (running && running.status !== 'pending') return ctx.refuse('already_subscribed')
    const price = toPrice(await currentPrice(tx))
    const intent = { id: randomUUID(), userId, priceId: price.id, termsVersion, expiresAt }
    await insertIntent(tx, intent, at)
    return { intentId: intent.id, expiresAt, price, termsVersion, provider: payments.name }
  })
}

export const placeOrder: Handler<typeof contract.placeOrder> = async (ctx, { body }) => {
  const { payments, viewer } = ctx
  const { userId } = viewer
  if (!payments) return ctx.refuse('payments_off')
  ctx.refuseIf(orderRefusal(viewer) ?? termsRefusal(viewer))
  await ctx.enforceLimits()
  const id = await ctx.db.transaction(async (tx) => {
    if (!(await holdOwn(tx, ctx.viewer))) return ctx.refuse('not_signed_in')
    const suspension = await findSuspension(tx, userId, ctx.now())
    if (suspension) throw new Refusal('suspended', suspension)
    return order(ctx, tx, payments.name, body)
  })

  const placed = await findOwn(ctx.db, { id, userId })
  if (placed && foldEvents(placed, ctx.now()).status === 'pending')
    await orUnavailable(ctx, () => startAgreement(ctx, placed), {
      // of two requests at once the other was first
      unless: async () => Boolean((await findOwn(ctx.db, { id, userId }))?.providerId),
    })
  return show(ctx, id)
}

type Ordering = Context<'member', 'intent_expired' | 'already_subscribed'>
type Wanted = InputOf<typeof contract.placeOrder>['body']

/** The order this intent stands for; holds under `holdOwn`. */
async function order(
  ctx: Ordering,
  on: Sql,
  provider: ProviderName,
  { intentId, startsEarly, language }: Wanted,
): Promise<string> {
  const { userId } = ctx.viewer
  const at = ctx.now()
  const intent = await findIntent(on, { id: intentId.toLowerCase(), userId })
  if (!intent) return ctx.refuse('intent_expired')
  if (intent.subscriptionId) return intent.subscriptionId

  const running = await findRunning(ctx, on, userId)
  if (running && running.status !== 'pending') return ctx.refuse('already_subscribed')
  if (running) {
    await attachIntent(on, intent.id, running.id)
    return running.id
  }

  const price = await currentPrice(on)
  const isShown = intent.priceId === price.id && intent.termsVersion === documentVersions.terms
  if (!isShown || Date.parse(intent.expiresAt) <= at.getTime()) return ctx.refuse('intent_expired')
  const { priceId, termsVersion } = intent
  const id = randomUUID()
  const made = { id, userId, priceId, termsVersion, startsEarly, provider, at }
  await allocateReference('A', at, (number) =>
    insertOrder(on, { ...made, language: language ?? null, number }),
  )
  await attachIntent(on, intent.id, id)
  await applyEvents(ctx, on, id, [
    {
      kind: 'ordered',
      key: 'ordered',
      occurredAt: at,
      data: { priceId, cents: price.cents, startsEarly },
    },
  ])
  await ctx.jobs.send(on, 'mail_order_received', { subscriptionId: id })
  return id
}

/** What a member has running now: what ended a moment ago is over, whether or not the job looked. */
async function findRunning(
  app: App,
  on: Sql,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  const live = await findLive(on, userId)
  if (!live) return undefined
  await advance(app, on, live.id, () => [])
  return findLive(on, userId)
}

export const readOrder: Handler<typeof contract.readOrder> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const id = params.subscriptionId.toLowerCase()
  const row = await findOwn(ctx.db, { id, userId })
  if (!row) return ctx.refuse(codes.notFound)
  const isWaiting = foldEvents(row, ctx.now()).status === 'pending'
  if (isWaiting && (await countAttempt(ctx, ctx.db, 'orderAsked', id)) === null)
    // an order that never reached the provider is taken there now
    await orLater(ctx, row, {
      asked: (row.providerId ? askProvider : startAgreement)(ctx, row),
      words: 'the provider could not be asked',
    })
  return show(ctx, id)
}

export const abandonOrder: Handler<typeof contract.abandonOrder> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const id = params.subscriptionId.toLowerCase()
  const row = await findOwn(ctx.db, { id, userId })
  if (!row) return ctx.refuse(codes.notFound)
  if (foldEvents(row, ctx.now()).status === 'pending')
    // a buyer who approved it a moment ago has not given it up
    await orUnavailable(ctx, () => askProvider(ctx, row))
  await ctx.db.transaction((tx) =>
    advance(ctx, tx, id, (state) => {
      if (isOver(state)) return []
      if (state.status !== 'pending' || state.approvedAt) return ctx.refuse('already_subscribed')
      return [{ kind: 'expired', key: 'expired:abandoned', occurredAt: ctx.now(), data: {} }]
    }),
  )
  return { done: true }
}

async function show(ctx: Context<'account', 'PGRST116'> | Ordering, id: string) {
  const row = await findOwn(ctx.db, { id, userId: ctx.viewer.userId })
  if (!row) throw new Error('an order that was there is gone')
  return toSubscription(row, ctx.now())
}

async function orUnavailable(
  ctx: { refuse: (code: 'provider_unavailable') => never; log: App['log'] },
  ask: () => Promise<void>,
  { unless = async () => false }: { unless?: () => Promise<boolean> } = {},
): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ reason: error.message }, 'the provider did not do as it was asked')
    if (!(await unless())) ctx.refuse('provider_unavailable')
  }
}
