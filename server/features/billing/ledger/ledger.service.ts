import type { Sql } from '#server/platform/database/database.ts'
import { paymentLines, refundLines, includedVat } from './ledger.policy.ts'
import { insertTransaction } from './ledger.queries.ts'

type Booked = { subscriptionId: string; cents: number; vatPercent: number; at: Date }

/** Books a payment, once, whatever is reported of it later; false when it was booked before. */
export const bookPayment = (
  on: Sql,
  payment: Booked & { paymentId: string; feeCents: number },
): Promise<boolean> =>
  insertTransaction(on, {
    ...payment,
    reference: `payment:${payment.paymentId}`,
    lines: paymentLines(payment.cents, payment.feeCents, payment.vatPercent),
  })

/** Books what the provider paid back, once; false when it was booked before. */
export const bookRefund = (
  on: Sql,
  refund: Omit<Booked, 'vatPercent'> & { refundId: string; vatCents: number },
): Promise<boolean> =>
  insertTransaction(on, {
    ...refund,
    reference: `refund:${refund.refundId}`,
    lines: refundLines(refund.cents, refund.vatCents),
  })

/** Books what the payer's bank or the provider took back, once; false when it was booked before. */
export const bookReversal = (on: Sql, reversal: Booked & { paymentId: string }): Promise<boolean> =>
  insertTransaction(on, {
    ...reversal,
    reference: `reversal:${reversal.paymentId}`,
    lines: refundLines(reversal.cents, includedVat(reversal.cents, reversal.vatPercent)),
  })
