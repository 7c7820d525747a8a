// Asks for a refund, notes that it is done, lets one that failed be tried again.
import { randomUUID } from 'node:crypto'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { deriveId } from '#server/platform/lists/derivedId.ts'
import { refundDueDate } from './refunds.policy.ts'
import {
  cutToPaid,
  insertDone,
  insertRefund,
  isNoted,
  markDone,
  readRefundable,
  reopen,
  type RefundReason,
} from './refunds.queries.ts'

/** Cents of a payment that neither went back nor are on their way. Holds the contract until the transaction ends. */
export const refundableCents = (
  on: Sql,
  paid: { subscriptionId: string; paymentId: string },
): Promise<number> => readRefundable(on, paid)

/**
 * Pays back a sum, but no more than is left of the payment, within 14 days, by the job
 * `send_refunds`. The same `id` asks once; without one it follows from what was left, so that the provider, who knows a
 * repeat by it, pays once also where a failover lost the request. Answers the id of what is on its way; null when nothing
 * was left.
 */
export async function requestRefund(
  app: App,
  on: Sql,
  refund: {
    id?: string
    subscriptionId: string
    paymentId: string
    cents: number
    reason: RefundReason
    isForLostDays?: boolean
    at: Date
  },
): Promise<string | null> {
  const { at, ...wanted } = refund
  const isOwed = wanted.reason !== 'goodwill'
  const left = await readRefundable(on, wanted, { isOwed })
  const cents = Math.min(wanted.cents, left)
  if (cents <= 0) return null
  const { subscriptionId, paymentId } = wanted
  const asked = { ...wanted, cents, requestedAt: at, dueAt: refundDueDate(at) }
  let id = wanted.id ?? deriveId(`refund ${subscriptionId} ${paymentId} ${cents} of ${left}`)
  // another of the same sum, of as much that was left then
  while (!(await insertRefund(on, { ...asked, id })) && !wanted.id) id = deriveId(id)
  if (isOwed) await cutToPaid(on, wanted)
  await app.jobs.send(on, 'send_refunds', {})
  return id
}

/** To be called for every `refunded` event: marks the refund it is about as done, once, and mails. */
export async function noteRefunded(
  app: App,
  on: Sql,
  returned: {
    subscriptionId: string
    paymentId: string
    refundId: string
    cents: number
    at: Date
  },
): Promise<void> {
  if (await isNoted(on, returned.refundId)) return
  let refundId = await markDone(on, returned)
  if (!refundId) {
    refundId = randomUUID()
    await insertDone(on, refundId, returned)
    // with it in hand the provider would refuse the whole of what the club has still to send
    await cutToPaid(on, returned)
  }
  await app.jobs.send(on, 'mail_refunded', { refundId })
}

/** Lets a refund that failed be tried again at once; false when it did not fail. */
export async function retryRefund(app: App, on: Sql, refundId: string): Promise<boolean> {
  if (!(await reopen(on, refundId, app.now()))) return false
  await app.jobs.send(on, 'send_refunds', {})
  return true
}
