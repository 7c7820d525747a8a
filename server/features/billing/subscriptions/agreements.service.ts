// What the club asks the provider about one contract; outside transactions, or a slow one would keep a lock.
import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import { refuseDrift } from '#server/platform/database/clock.ts'
import { ProviderError, type ProviderState } from '#server/platform/payments.ts'
import { paperLanguage } from '#server/text/words.ts'
import { noteAgreement } from '#server/features/billing/orders/orders.queries.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import { lockSubscription } from './subscription.queries.ts'
import {
  isAgreed,
  stopDate,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import { advance, applyEvents, type Following } from './subscriptions.service.ts'
import { findSubscription, type SubscriptionRow } from './subscription.queries.ts'
import { fromProvider, type SubscriptionEvent } from './machine/subscription.events.ts'

/** The provider that took the order; null when payments are off or with another provider by now. */
export const findProvider = ({ payments }: App, { provider }: SubscriptionRow) =>
  payments?.name === provider ? payments : null

/** Makes the agreement of an order, unless there is one; throws a `ProviderError`. */
export async function startAgreement(app: App, row: SubscriptionRow): Promise<void> {
  const provider = findProvider(app, row)
  const price = row.prices.find(({ id }) => id === row.priceId)
  if (row.providerId || !provider || !price) return
  const order = pages.order.path.replace(':subscriptionId', row.id)
  const url = `${app.config.publicUrl}${order}`
  const started = await provider.start({
    subscriptionId: row.id,
    number: row.number,
    cents: price.cents,
    currency: price.currency,
    returnUrl: url,
    // the screen tells those who did not agree what now
    cancelUrl: `${url}?declined`,
    language: paperLanguage(row.language),
  })
  await linkAgreement(app, row.id, started)
}

/** Notes by which agreement an order is paid, unless there is one. */
export const linkAgreement = (
  app: App,
  id: string,
  agreement: { providerId: string; approveUrl: string | null },
): Promise<void> =>
  app.db.transaction(async (tx) => {
    // its member first, as everywhere: two orders at once would wait for each other
    await lockSubscription(tx, id)
    await noteAgreement(tx, { id, ...agreement })
    // it may have been given up meanwhile: then the agreement has to end as well
    await applyEvents(app, tx, id, [])
  })

/** Learns what the provider knows of a contract; throws a `ProviderError`. */
export async function askProvider(
  app: App,
  row: SubscriptionRow,
  following: Following = {},
): Promise<void> {
  const provider = findProvider(app, row)
  if (!row.providerId || !provider) return
  const provided = await provider.read(row.providerId)
  const at = app.now()
  await app.db.transaction((tx) =>
    advance(
      app,
      tx,
      row.id,
      (state) => (provided ? toProviderEvents(provided, state, at) : []),
      following,
    ),
  )
}

/** A provider that is away holds up nothing that it will tell later, or is asked again: what `asked` it is only logged. */
export async function orLater(
  app: App,
  { number }: SubscriptionRow,
  { asked, words }: { asked: Promise<unknown>; words: string },
): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    app.log.warn({ order: number, reason: error.message }, words)
  })
}

/** The notice of a charge may be on its way: a month that was paid is not said to be over. */
export async function askWhereOverdue(app: App, row: SubscriptionRow): Promise<void> {
  if (foldEvents(row, app.now()).status !== 'past_due') return
  await orLater(app, row, { asked: askProvider(app, row), words: 'the provider was not asked' })
}

/** What the provider says of a contract, as facts: what happened, and how it stands there now. */
export function toProviderEvents(
  provided: ProviderState,
  state: SubscriptionState,
  at: Date,
): SubscriptionEvent[] {
  const { events, status, cents } = provided
  const when = { occurredAt: at }
  const isNewPrice = cents !== null && cents === state.newPrice?.cents && !isAgreed(state)
  return [
    ...events.map(fromProvider),
    ...(status === 'stopped' && !state.stoppedAt
      ? [{ ...when, kind: 'stopped', key: `stopped:told:${at.toISOString()}`, data: {} } as const]
      : []),
    ...(isNewPrice
      ? [{ ...when, kind: 'repriced', key: `repriced:told:${cents}`, data: { cents } } as const]
      : []),
  ]
}

function isStopDue(app: App, row: SubscriptionRow): boolean {
  const due = stopDate(foldEvents(row, app.now()))
  return due !== null && due <= app.now()
}

/** So long a provider surely knows a request again; PayPal says 72 hours (Subscriptions API, `PayPal-Request-Id`). */
const KNOWN_AGAIN_MS = 48 * 3_600_000

const isFresh = (app: App, { orderedAt }: SubscriptionRow): boolean =>
  app.now().getTime() - Date.parse(orderedAt) < KNOWN_AGAIN_MS

/**
 * The job: tells the provider that nothing more may be charged. What it finds out on the way does not
 * ask for the same job again, which would never end at a provider that knows nothing of the contract
 * or refuses for good; the contract's turn tries again in five minutes.
 */
export async function stopAgreement(
  app: App,
  { subscriptionId }: { subscriptionId: string },
): Promise<void> {
  let row = await findSubscription(app.db, subscriptionId)
  // a wrong clock does not tell whether that may still be disputed, and what is stopped cannot be had back
  if (row && foldEvents(row, app.now()).disputeEnd) await refuseDrift(app.db)
  if (row && !row.providerId && isStopDue(app, row) && isFresh(app, row)) {
    // noted and lost by a database that went back in time; asked for again, the provider names the same one
    await startAgreement(app, row).catch((error: unknown) => {
      if (!(error instanceof ProviderError && error.isFinal)) throw error
    })
    row = await findSubscription(app.db, subscriptionId)
  }
  // a contract that ended because no notice came may have been paid all along
  if (row && isStopDue(app, row) && !foldEvents(row, app.now()).cancelledAt) {
    await askProvider(app, row, { isStopping: true })
    row = await findSubscription(app.db, subscriptionId)
  }
  if (!row?.providerId || !isStopDue(app, row)) return
  const provider = findProvider(app, row)
  if (!provider) {
    app.log.error({ order: row.number }, 'an agreement has to be stopped by hand')
    return
  }
  try {
    await provider.cancel(row.providerId)
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error
    app.log.error({ order: row.number, reason: error.message }, 'an agreement could not be stopped')
    return
  }
  const at = app.now()
  await app.db.transaction((tx) =>
    advance(app, tx, row.id, ({ stoppedAt }) =>
      stoppedAt
        ? []
        : [{ kind: 'stopped', key: `stopped:asked:${at.toISOString()}`, occurredAt: at, data: {} }],
    ),
  )
}
