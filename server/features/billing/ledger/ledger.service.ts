import type { Sql } from '#server/platform/database/database.ts'
import { paymentLines, refundLines } from './ledger.policy.ts'
import { insertTransaction, listLedgerLines } from './ledger.queries.ts'

type Booked = { subscriptionId: string; cents: number; at: Date }

/** Books a payment, once, whatever is reported of it later; false when it was booked before, or is of nothing. */
export const bookPayment = (
  on: Sql,
  payment: Booked & { paymentId: string; feeCents: number; vatPercent: number },
): Promise<boolean> =>
  insertTransaction(on, {
    ...payment,
    reference: `payment:${payment.paymentId}`,
    lines: paymentLines(payment.cents, payment.feeCents, payment.vatPercent),
  })

/** Books what the provider paid back, or the payer's bank took, once; false when it was booked before, or is of nothing. */
export const bookReturn = (
  on: Sql,
  returned: Booked & { reference: string; vatCents: number },
): Promise<boolean> =>
  insertTransaction(on, { ...returned, lines: refundLines(returned.cents, returned.vatCents) })

/** Books the opposite of what was booked under a reference, once: what it moved came again. */
export async function undoBooking(
  on: Sql,
  undone: string,
  booked: { subscriptionId: string; reference: string; at: Date },
): Promise<void> {
  const lines = (await listLedgerLines(on, undone)).map((line) => ({ ...line, cents: -line.cents }))
  await insertTransaction(on, { ...booked, lines })
}
