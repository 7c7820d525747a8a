// Compares every contract with the provider each night, and puts right what the club had missed.
import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import {
  ProviderError,
  type PaymentProvider,
  type ProviderState,
} from '#server/platform/payments.ts'
import { toProviderEvents } from '#server/features/billing/subscriptions/agreements.service.ts'
import { insertComparison, insertDrift, listComparable } from './reconciliation.queries.ts'
import { findDrift, type Drift } from './reconciliation.policy.ts'
import { advance } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import {
  findSubscription,
  type SubscriptionRow,
} from '#server/features/billing/subscriptions/subscription.queries.ts'

/** One job must be done within its time, however slowly the provider answers. */
const BATCH = 10
/** How long after its end a contract may still change at the provider: refunds, chargebacks. */
const AFTERLIFE_MS = 180 * 86_400_000

/**
 * Asks the provider how every contract stands, batch by batch; writes down and puts right what the
 * club had missed. What only a person can put right stays on the list in the admins' room.
 */
export async function reconcilePayments(
  app: App,
  data: JobData['reconcile_payments'] | null,
): Promise<void> {
  // a scheduled run has nobody to report to
  const { at: startedAt, after = null, compared = 0, drifted = 0 } = data ?? {}
  const { payments, db, now } = app
  if (!payments) return
  const at = startedAt ? new Date(startedAt) : now()
  const since = new Date(at.getTime() - AFTERLIFE_MS)
  const fields = { provider: payments.name, after, since, limit: BATCH }
  const contracts = await listComparable(db, fields)
  const found: { subscriptionId: string; drift: Drift }[] = []
  let answered = 0
  for (const { id, providerId } of contracts) {
    const drifts = await compare(app, payments, { id, providerId }).catch((error: unknown) => {
      noteUncompared(app, id, error)
      return null
    })
    if (!drifts) continue
    answered += 1
    found.push(...drifts.map((drift) => ({ subscriptionId: id, drift })))
  }
  // nobody there: the same batch again later
  if (contracts.length > 0 && answered === 0) throw new Error('the provider does not answer')

  await db.transaction(async (tx) => {
    for (const { subscriptionId, drift } of found)
      await insertDrift(tx, { subscriptionId, ...drift, at: now() })
    const sums = { compared: compared + answered, drifted: drifted + found.length }
    const last = contracts.at(-1)
    if (contracts.length < BATCH || !last) await insertComparison(tx, { at, ...sums })
    else
      await app.jobs.send(tx, 'reconcile_payments', {
        at: at.toISOString(),
        after: last.id,
        ...sums,
      })
  })
  if (found.length > 0) app.log.warn({ found: found.length }, 'the provider knew otherwise')
}

async function compare(
  app: App,
  payments: PaymentProvider,
  { id, providerId }: { id: string; providerId: string },
): Promise<Drift[]> {
  const provided = await payments.read(providerId)
  const known = await findSubscription(app.db, id)
  if (!known) return []
  const drifts = findDrift(known, provided, app.now())
  await applyProviderState(app, known, provided)
  if (drifts.some(({ found }) => found === 'goes on charging')) await payments.cancel(providerId)
  return drifts
}

function noteUncompared({ log }: App, subscription: string, error: unknown): void {
  const words = 'a contract could not be compared'
  if (error instanceof ProviderError) log.warn({ subscription, reason: error.message }, words)
  else log.error({ subscription, err: error }, words)
}

/** Everything it reports is applied in the same way as its webhooks. */
async function applyProviderState(
  app: App,
  { id }: SubscriptionRow,
  provided: ProviderState | null,
): Promise<void> {
  if (!provided) return
  await app.db.transaction((tx) =>
    advance(app, tx, id, (state) => toProviderEvents(provided, state, app.now())),
  )
}
