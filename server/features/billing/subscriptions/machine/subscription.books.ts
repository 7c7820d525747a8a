// Enters the money of a contract into the ledger, each movement once, with its invoice or correction.
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import {
  issueCreditNote,
  issueInvoice,
  vatGoingBack,
} from '#server/features/billing/ledger/invoices.service.ts'
import {
  undoBooking,
  bookPayment,
  bookReturn,
} from '#server/features/billing/ledger/ledger.service.ts'
import { findRate } from '#server/features/billing/subscriptions/plans.policy.ts'
import { noteRefunded } from '#server/features/billing/subscriptions/refunds.service.ts'
import {
  listReversalReferences,
  reinstatementReference,
  reversalReference,
} from '#server/features/billing/ledger/ledger.policy.ts'
import { cutUncovered } from '#server/features/billing/subscriptions/refunds.queries.ts'
import { listDues } from './subscription.dues.ts'
import type { SubscriptionChange } from './subscription.effects.ts'
import type { SubscriptionRow } from '#server/features/billing/subscriptions/subscription.queries.ts'
import type { SubscriptionState } from './subscription.state.ts'

/**
 * Enters the money that came and went since before into the ledger, each movement once. A charge
 * that bought a term gets an invoice, and what goes back of it a correction.
 */
export async function book(app: App, on: Sql, change: SubscriptionChange): Promise<void> {
  const { row, before, state } = change
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
    if (refund.cents === 0) continue
    await noteRefunded(app, on, { subscriptionId, ...refund })
    // its tax is that of its payment, which is still to come
    if (!state.payments.some(({ paymentId }) => paymentId === refund.paymentId)) continue
    const booked = await bookBack(on, change, refundReference(refund), refund)
    await issueCreditNote(app, on, { ...refund, ...booked })
  }
  for (const reversal of state.reversals) {
    const { paymentId, nth, wonAt } = reversal
    const known = before.reversals.find((one) => one.paymentId === paymentId && one.nth === nth)
    if (!known) {
      await bookBack(on, change, reversalReference(reversal), reversal)
      const owed = listDues(state).find((due) => due.paymentId === paymentId)?.cents ?? 0
      await cutUncovered(on, { subscriptionId, paymentId, owed })
    }
    if (wonAt && !known?.wonAt) {
      const reference = reinstatementReference(reversal)
      await undoBooking(on, reversalReference(reversal), { subscriptionId, reference, at: wonAt })
    }
  }
}

const refundReference = ({ refundId }: { refundId: string }) => `refund:${refundId}`

type Back = { paymentId: string; cents: number; at: Date }

/** Enters what went back of a payment, with what is left for it of the payment's tax. */
async function bookBack(
  on: Sql,
  { row, state }: SubscriptionChange,
  reference: string,
  back: Back,
): Promise<{ subscriptionId: string; vatCents: number }> {
  const refunds = state.refunds.filter(({ paymentId }) => paymentId === back.paymentId)
  const others = [...refunds.map(refundReference), ...listReversalReferences(back.paymentId)]
  const vatPercent = rateOfPayment(row, state, back)
  const vatCents = await vatGoingBack(on, { ...back, reference, others, vatPercent })
  const booked = { subscriptionId: row.id, vatCents }
  await bookReturn(on, { ...back, ...booked, reference })
  return booked
}

/** The rate of what went back is that of its payment. */
const rateOfPayment = (
  row: SubscriptionRow,
  { payments }: SubscriptionState,
  { paymentId, at }: { paymentId: string; at: Date },
): number =>
  findRate(row.rates, payments.find((payment) => payment.paymentId === paymentId)?.at ?? at)
