import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import {
  issueCreditNote,
  issueInvoice,
  vatGoingBack,
} from '#server/features/billing/ledger/invoices.service.ts'
import {
  bookPayment,
  bookRefund,
  bookReversal,
} from '#server/features/billing/ledger/ledger.service.ts'
import { findRate } from '#server/features/billing/subscriptions/plans.policy.ts'
import { noteRefunded } from '#server/features/billing/subscriptions/refunds.service.ts'
import { cutUncovered } from '#server/features/billing/subscriptions/refunds.queries.ts'
import type { SubscriptionChange } from './subscription.effects.ts'
import type { SubscriptionRow } from '#server/features/billing/subscriptions/subscription.queries.ts'
import type { SubscriptionState } from './subscription.state.ts'

/**
 * Enters the money that came and went since before into the ledger, each movement once. A charge
 * that bought a term gets an invoice, and what goes back of it a correction.
 */
export async function book(
  app: App,
  on: Sql,
  { row, before, state }: SubscriptionChange,
): Promise<void> {
  const subscriptionId = row.id
  const touched = new Set<string>()
  for (const payment of state.payments) {
    const known = before.payments.find(({ paymentId }) => paymentId === payment.paymentId)
    if (known && (known.term || !payment.term)) continue
    touched.add(payment.paymentId)
    const booked = { subscriptionId, vatPercent: findRate(row.rates, payment.at), ...payment }
    await bookPayment(on, booked)
    if (payment.term) {
      const { start: periodStart, end: periodEnd } = payment.term
      await issueInvoice(app, on, { ...booked, periodStart, periodEnd })
    }
  }
  for (const refund of state.refunds) {
    const isKnown = before.refunds.some(({ refundId }) => refundId === refund.refundId)
    if (isKnown && !touched.has(refund.paymentId)) continue
    const booked = { subscriptionId, vatPercent: rateOfPayment(row, state, refund), ...refund }
    await bookRefund(on, { ...booked, vatCents: await vatGoingBack(on, booked) })
    await issueCreditNote(app, on, booked)
    await noteRefunded(app, on, booked)
  }
  for (const reversal of state.reversals) {
    if (before.reversals.some(({ paymentId }) => paymentId === reversal.paymentId)) continue
    const booked = { subscriptionId, vatPercent: rateOfPayment(row, state, reversal), ...reversal }
    await bookReversal(on, booked)
    await cutUncovered(on, booked)
  }
}

/** The rate of what went back is that of its payment. */
const rateOfPayment = (
  row: SubscriptionRow,
  { payments }: SubscriptionState,
  { paymentId, at }: { paymentId: string; at: Date },
): number =>
  findRate(row.rates, payments.find((payment) => payment.paymentId === paymentId)?.at ?? at)
