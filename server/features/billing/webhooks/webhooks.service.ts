// Takes the provider's notices: kept before the answer, proved, and settled however long that takes.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import type { receiveWebhook as contract } from '#contract/billing/billing.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import { putNewest } from '#server/platform/lists/newest.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { perApp } from '#server/platform/database/events.ts'
import { addressRange, countInNets, netRetryAfter } from '#server/platform/limits/nets.ts'
import {
  ProviderError,
  type PaymentProvider,
  type ProviderEvent,
} from '#server/platform/payments.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { busy, Semaphore } from '#server/platform/process/semaphore.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { findByProviderId } from '#server/features/billing/subscriptions/subscription.queries.ts'
import { fromProvider } from '#server/features/billing/subscriptions/machine/subscription.events.ts'
import { settleStrays } from './strays.service.ts'
import {
  deleteWebhooks,
  findByPayment,
  insertWebhook,
  isApplied,
  listWaiting,
  lockNotice,
  settleWebhook,
  type Webhook,
} from './webhooks.queries.ts'

/** The headers that prove who sent it. Addresses and cookies are not kept. */
const KEPT_HEADERS = /^(content-type|user-agent|paypal-[a-z-]+|house-[a-z-]+)$/
const MAX_HEADER = 1_000

/**
 * A flood of notices must not take every line to the database, or to the provider, nor hold up what the
 * provider sends: networks that sent something genuine have their own limit. What finds the other
 * one full is not kept; a provider sends it again.
 */
const doors = perApp(() => ({
  known: new Semaphore({ abreast: 4, waiting: 1_000 }),
  strange: new Semaphore({ abreast: 2, waiting: 50 }),
  /** Networks, least recently used first. */
  genuine: new Set<string>(),
}))
const MOST_GENUINE = 1_000

const LEFT_BEHIND_MS = 60_000
/** What still cannot be understood by then the nightly comparison has found long ago. */
const GIVEN_UP_MS = 72 * HOUR_MS
const BATCH = 100
/** After so many failures in a row the rest waits for the next run: the provider is away. */
const FAILURES = 5

/** Stores it, then settles it, and says that it is received whatever goes wrong after it is stored: that is ours to repeat. */
export const receiveWebhook: Handler<typeof contract> = async (ctx, { params, file }) => {
  const { payments } = ctx
  if (payments?.name !== params.provider) return ctx.refuse(codes.notFound)
  const retryAfter = await netRetryAfter(ctx, ctx.db, 'webhookForged')
  if (retryAfter !== null) ctx.refuse('too_many_attempts', { retryAfter })

  const range = addressRange(ctx)
  const { known, strange, genuine } = doors(ctx)
  const door = genuine.has(range) ? known : strange
  if (door.isFull) throw busy()
  const webhook = {
    id: randomUUID(),
    provider: params.provider,
    receivedAt: ctx.now().toISOString(),
    headers: keptHeaders(ctx.headers()),
    body: Buffer.from(file),
  }
  // the place is taken before anything is kept, or many would find the same one free
  const stored = Promise.withResolvers<void>()
  let isVerified = false
  const settling = door.run(async () => {
    await stored.promise
    const notice = await payments.verify(webhook.headers, webhook.body)
    isVerified = true
    return settle(ctx, payments, webhook, notice)
  })
  settling.catch(() => {})
  await insertWebhook(ctx.db, webhook).then(stored.resolve, (error: unknown) => {
    stored.reject(error)
    throw error
  })
  try {
    const settled = await settling
    genuine.delete(range)
    if (settled === 'forged') await countInNets(ctx, ctx.db, 'webhookForged')
    if (settled === 'applied' || settled === 'repeated') genuine.add(range)
    for (const oldest of genuine) if (genuine.size > MOST_GENUINE) genuine.delete(oldest)
  } catch (error) {
    noteWaiting(ctx, webhook, error)
    // what was not proved may be anybody's, and the provider is asked about it for days
    if (door === strange && !isVerified)
      await countInNets(ctx, ctx.db, 'webhookForged').catch(() => null)
  }
  return { received: true }
}

function keptHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => KEPT_HEADERS.test(name))
      .map(([name, value]) => [name, value.slice(0, MAX_HEADER)]),
  )
}

type Settled = 'forged' | 'repeated' | 'applied' | 'unknown' | 'waiting'

/** Throws when the provider or the database cannot be asked now; the webhook then stays as it is. */
async function settle(
  app: App,
  payments: PaymentProvider,
  { id, provider }: Webhook,
  notice: Awaited<ReturnType<PaymentProvider['verify']>>,
): Promise<Settled> {
  const at = app.now()
  if (notice.outcome !== 'genuine') {
    const status = notice.outcome
    if (status === 'forged') app.log.warn({ webhook: id, provider }, 'a webhook was forged')
    await settleWebhook(app.db, { id, status, at })
    return status
  }
  const { key, events } = notice
  await settleStrays(app, payments, events)
  return app.db.transaction(async (tx) => {
    await lockNotice(tx, provider, key)
    if (await isApplied(tx, provider, key)) {
      await settleWebhook(tx, { id, status: 'repeated', key, at })
      return 'repeated'
    }
    let isWaiting = false
    for (const event of events) {
      const subscriptionId = await findSubscription(tx, event)
      if (subscriptionId) await applyEvents(app, tx, subscriptionId, [fromProvider(event)])
      // of a payment of nothing no money is known, nor is there any to go back
      else if (event.kind === 'refunded' && event.cents === 0) continue
      // a refund may overtake the payment it is of; what a dispute was about besides is booked all the same
      else if (event.providerId === null) isWaiting = true
      else {
        await settleWebhook(tx, { id, status: 'unknown', key, at })
        return 'unknown'
      }
    }
    if (isWaiting) return 'waiting'
    await settleWebhook(tx, { id, status: 'applied', key, at })
    return 'applied'
  })
}

async function findSubscription(on: Sql, event: ProviderEvent): Promise<string | undefined> {
  if (event.providerId !== null) return (await findByProviderId(on, event.providerId))?.id
  return 'paymentId' in event ? findByPayment(on, event.paymentId) : undefined
}

/** What could not be settled when it was last tried, the latest last: it waits behind everything else. */
const unsettled = perApp(() => new Map<string, true>())
/** Another process may have settled the rest meanwhile. */
const MOST_UNSETTLED = 10_000

/**
 * Takes up what was kept but not settled: the server stopped in between, or the provider or the
 * database was away. Each is tried every minute for an hour, then every hour.
 */
export async function settleWebhooks(app: App): Promise<void> {
  const { payments } = app
  if (!payments) return
  const at = app.now()
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const since = at.getUTCMinutes() === 0 ? new Date(0) : ago(HOUR_MS)
  const failed = unsettled(app)
  const waiting = await listWaiting(app.db, {
    provider: payments.name,
    between: [since, ago(LEFT_BEHIND_MS)],
    last: [...failed.keys()],
    limit: BATCH,
  })
  let failures = 0
  for (const webhook of waiting) {
    const settled = await payments
      .verify(webhook.headers, webhook.body)
      .then((notice) => settle(app, payments, webhook, notice))
      .catch((error: unknown) => {
        noteWaiting(app, webhook, error)
        return null
      })
    const isGivenUp =
      (settled ?? 'waiting') === 'waiting' && Date.parse(webhook.receivedAt) < +ago(GIVEN_UP_MS)
    if (isGivenUp) await settleWebhook(app.db, { id: webhook.id, status: 'unknown', at })
    failed.delete(webhook.id)
    if (!settled && !isGivenUp) putNewest(failed, [webhook.id, true], { most: MOST_UNSETTLED })
    failures = settled ? 0 : failures + 1
    if (failures >= FAILURES) return
  }
}

function noteWaiting({ log }: App, { id }: Webhook, error: unknown): void {
  const words = 'a webhook waits for another try'
  if (error instanceof ProviderError) log.warn({ webhook: id, reason: error.message }, words)
  else log.error({ webhook: id, err: error }, words)
}

/** What a provider wrote names the payer. */
export async function forgetWebhooks({ db, now }: Pick<App, 'db' | 'now'>): Promise<Removed> {
  return { providerNotices: await deleteWebhooks(db, retentionCutoff('providerNotices', now())) }
}
