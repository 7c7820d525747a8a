import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import { ProviderError } from '#server/platform/payments.ts'
import { findProvider } from './agreements.service.ts'
import { paperLanguage } from '#server/text/words.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import { mustReprice } from '#server/features/billing/subscriptions/machine/subscription.state.ts'
import { advance } from './subscriptions.service.ts'
import { findSubscription, type SubscriptionRow } from './subscription.queries.ts'

/** The job: has the provider charge a price that was accepted, once, and only from its day on. */
export async function repriceAgreement(
  app: App,
  { subscriptionId }: { subscriptionId: string },
): Promise<void> {
  const row = await findSubscription(app.db, subscriptionId)
  // where the payer was led to agree nothing more is asked for
  if (!row || foldEvents(row, app.now()).newPrice?.approveUrl) return
  try {
    await askForPrice(app, row)
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error
    const { message: reason } = error
    app.log.error({ order: row.number, reason }, 'an agreement could not be repriced')
  }
}

/** Asks for the price, or for another address where the payer agrees to it; throws a `ProviderError`. */
export async function askForPrice(app: App, row: SubscriptionRow): Promise<void> {
  const provider = findProvider(app, row)
  const state = foldEvents(row, app.now())
  const price = row.prices.find(({ id }) => id === state.newPrice?.priceId)
  if (!provider || !row.providerId || !price || !mustReprice(state)) return
  const { id: priceId, cents, currency } = price
  const url = `${app.config.publicUrl}${pages.settings.path}`
  const { approveUrl } = await provider.reprice({
    providerId: row.providerId,
    cents,
    currency,
    returnUrl: url,
    cancelUrl: url,
    language: paperLanguage(row.language),
  })
  const occurredAt = app.now()
  await app.db.transaction((tx) =>
    advance(app, tx, row.id, () => [
      approveUrl === null
        ? { kind: 'repriced', key: `repriced:asked:${priceId}`, occurredAt, data: { cents } }
        : {
            kind: 'price_pending',
            key: `price_pending:${occurredAt.toISOString()}`,
            occurredAt,
            data: { priceId, approveUrl },
          },
    ]),
  )
}
