import type { App } from '#server/platform/context.ts'
import {
  ProviderError,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderState,
} from '#server/platform/payments.ts'
import { linkAgreement } from '#server/features/billing/subscriptions/agreements.service.ts'
import {
  findByProviderId,
  findSubscription,
} from '#server/features/billing/subscriptions/subscription.queries.ts'

/**
 * A database that went back in time, to a standby or a backup, may have lost an agreement somebody pays by. The
 * provider knows whose order it is of: it is linked to that again or, where the order is lost as well or has another
 * agreement, stopped and paid back, so that nobody pays for nothing, or twice.
 */
export async function settleStrays(
  app: App,
  payments: PaymentProvider,
  events: readonly ProviderEvent[],
): Promise<void> {
  const named = new Set(events.flatMap(({ providerId }) => providerId ?? []))
  for (const providerId of named) {
    if (await findByProviderId(app.db, providerId)) continue
    const provided = await payments.read(providerId)
    if (!provided?.orderId) continue
    const order = await findSubscription(app.db, provided.orderId)
    // another of its notices linked it meanwhile
    if (order?.providerId === providerId) continue
    // another installation may have the same account at the provider: its plans are none of ours
    if (provided.cents === null) {
      app.log.error({ agreement: providerId }, 'an agreement has no price this club knows')
      continue
    }
    if (order && !order.providerId && order.provider === payments.name)
      await linkAgreement(app, order.id, { providerId, approveUrl: provided.approveUrl })
    else await dissolve(app, payments, { providerId, provided, events })
  }
}

type Stray = { providerId: string; provided: ProviderState; events: readonly ProviderEvent[] }

/** Nothing more is charged, and what was paid goes back. A provider that cannot do so now is asked again. */
async function dissolve(
  app: App,
  payments: PaymentProvider,
  { providerId, provided, events }: Stray,
): Promise<void> {
  if (provided.status !== 'stopped') {
    await payments.cancel(providerId)
    app.log.error({ agreement: providerId }, 'an agreement of no order here was stopped')
  }
  // its list may lag behind its own notices
  const all = [...provided.events, ...events].filter((event) => event.providerId === providerId)
  const repaid = new Set(provided.repaid)
  for (const event of all)
    if (event.kind === 'refunded' || event.kind === 'reversed') repaid.add(event.paymentId)
  for (const event of all) {
    if (event.kind !== 'paid' || event.cents === 0 || repaid.has(event.paymentId)) continue
    const { paymentId, cents } = event
    repaid.add(paymentId)
    const about = { agreement: providerId, payment: paymentId }
    try {
      await payments.refund({
        providerId,
        paymentId,
        cents,
        currency: 'EUR',
        key: `stray-${paymentId}`,
      })
      app.log.error(about, 'a payment for no order here was paid back')
    } catch (error) {
      if (!(error instanceof ProviderError && error.isFinal)) throw error
      const { message: reason } = error
      app.log.error({ ...about, reason }, 'a payment for no order here has to be paid back by hand')
    }
  }
}
