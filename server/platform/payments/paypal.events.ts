// What PayPal's notices and answers mean for a subscription: the same happening has the same key in both.
import type { Subscription, SubscriptionTransactionDetails } from '@paypal/paypal-server-sdk'
import * as z from 'zod'
import { ProviderError, type ProviderEvent } from '../payments.ts'

const CURRENCY = 'EUR'

export const toValue = (cents: number): string => (cents / 100).toFixed(2)

/** PayPal writes fees and refunds with or without a minus; the kind of event says which way it went. */
function toCents(money: { value: string; currency: string }): number {
  const cents = Math.round(Math.abs(Number(money.value)) * 100)
  if (money.currency !== CURRENCY || !Number.isSafeInteger(cents))
    throw new ProviderError('PayPal speaks of money the club does not take')
  return cents
}

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const OldMoney = z.object({ total: z.string(), currency: z.literal(CURRENCY) })

const Notice = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  create_time: time,
  resource: z.unknown(),
})
const Sale = z.object({
  id: z.string(),
  billing_agreement_id: z.string(),
  amount: OldMoney,
  transaction_fee: z.object({ value: z.string(), currency: z.literal(CURRENCY) }).optional(),
  create_time: time,
})
/** A refund, or a payment that was taken back: it names the sale, and often only that. */
const Repaid = z.object({
  id: z.string(),
  sale_id: z.string().optional(),
  billing_agreement_id: z.string().optional(),
  amount: OldMoney,
  create_time: time,
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})
/** A dispute that is over: about which payments, and for whom it was decided. */
const Dispute = z.object({
  dispute_id: z.string().min(1),
  update_time: time.optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().min(1) })),
  dispute_outcome: z.object({ outcome_code: z.string() }),
})
/** Outcomes after which what was taken back comes again (“Dispute outcome” of PayPal's disputes API). */
const WON = new Set(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER'])
const Agreement = z.object({
  id: z.string(),
  status_update_time: time.optional(),
  billing_info: z.object({ last_failed_payment: z.object({ time }).optional() }).optional(),
})

const keys = {
  approved: 'approved',
  stopped: 'stopped',
  paid: (sale: string) => `paid:${sale}`,
  failed: (at: Date) => `failed:${at.toISOString()}`,
}

/** What a notice says; null: nothing that concerns a subscription, or not in words we know. */
export function readNotice(json: unknown): { key: string; events: ProviderEvent[] } | null {
  const notice = Notice.safeParse(json)
  if (!notice.success) return null
  const events = toReinstated(notice.data) ?? [toEvent(notice.data)].filter((one) => one !== null)
  return events.length > 0 ? { key: notice.data.id, events } : null
}

/** The payments a dispute was won about; null where a notice is of something else. */
function toReinstated({
  event_type,
  create_time,
  resource,
}: z.infer<typeof Notice>): ProviderEvent[] | null {
  if (event_type !== 'CUSTOMER.DISPUTE.RESOLVED') return null
  const dispute = Dispute.safeParse(resource).data
  if (!dispute || !WON.has(dispute.dispute_outcome.outcome_code)) return []
  // one payment may be disputed again: by its own key a win is never taken for the one before
  return dispute.disputed_transactions.map(({ seller_transaction_id: paymentId }) => ({
    kind: 'reinstated',
    key: `reinstated:${dispute.dispute_id}:${paymentId}`,
    providerId: null,
    occurredAt: dispute.update_time ?? create_time,
    paymentId,
  }))
}

export type UpdateNotice = { providerId: string; key: string; occurredAt: Date }

/** That something about a subscription was changed; null where the notice is of something else. */
export function readUpdate(json: unknown): UpdateNotice | null {
  const notice = Notice.safeParse(json).data
  if (notice?.event_type !== 'BILLING.SUBSCRIPTION.UPDATED') return null
  const agreement = Agreement.safeParse(notice.resource).data
  return (
    (agreement && { providerId: agreement.id, key: notice.id, occurredAt: notice.create_time }) ??
    null
  )
}

function toEvent({
  event_type,
  create_time,
  resource,
}: z.infer<typeof Notice>): ProviderEvent | null {
  switch (event_type) {
    case 'BILLING.SUBSCRIPTION.ACTIVATED':
    case 'BILLING.SUBSCRIPTION.CANCELLED':
    case 'BILLING.SUBSCRIPTION.EXPIRED': {
      const agreement = Agreement.safeParse(resource).data
      const kind = event_type.endsWith('ACTIVATED') ? 'approved' : 'stopped'
      if (!agreement) return null
      const occurredAt = agreement.status_update_time ?? create_time
      return { kind, key: keys[kind], providerId: agreement.id, occurredAt }
    }
    case 'BILLING.SUBSCRIPTION.PAYMENT.FAILED': {
      const agreement = Agreement.safeParse(resource).data
      if (!agreement) return null
      const occurredAt = agreement.billing_info?.last_failed_payment?.time ?? create_time
      const key = keys.failed(occurredAt)
      return { kind: 'payment_failed', key, providerId: agreement.id, occurredAt }
    }
    case 'PAYMENT.SALE.COMPLETED': {
      // a payment of something else has no agreement
      const sale = Sale.safeParse(resource).data
      if (!sale) return null
      const { id, amount, transaction_fee: fee } = sale
      return {
        kind: 'paid',
        key: keys.paid(id),
        providerId: sale.billing_agreement_id,
        occurredAt: sale.create_time,
        paymentId: id,
        cents: toCents({ value: amount.total, currency: amount.currency }),
        feeCents: fee ? toCents(fee) : 0,
      }
    }
    case 'PAYMENT.SALE.REFUNDED':
    case 'PAYMENT.SALE.REVERSED': {
      const repaid = Repaid.safeParse(resource).data
      const paymentId = repaid && findSale(repaid)
      if (!paymentId) return null
      const { id, amount } = repaid
      const common = {
        providerId: repaid.billing_agreement_id ?? null,
        occurredAt: repaid.create_time,
        paymentId,
        cents: toCents({ value: amount.total, currency: amount.currency }),
      }
      return event_type.endsWith('REFUNDED')
        ? { ...common, kind: 'refunded', key: `refunded:${id}`, refundId: id }
        : { ...common, kind: 'reversed', key: `reversed:${id}` }
    }
    default:
      return null
  }
}

const findSale = ({ sale_id, links }: z.infer<typeof Repaid>): string | undefined =>
  sale_id ?? links.find(({ rel }) => rel === 'sale')?.href.match(/\/sale\/(\w+)$/)?.[1]

/** What PayPal tells of an agreement when it is asked, with the keys its notices have. */
export function readState(
  agreement: Subscription,
  transactions: readonly SubscriptionTransactionDetails[],
): { events: ProviderEvent[]; repaid: string[] } {
  const providerId = agreement.id ?? ''
  const payments = transactions.filter(({ status }) => PAID.has(status ?? ''))
  const events: ProviderEvent[] = payments.map(({ id, time, amountWithBreakdown }) => {
    const { grossAmount, feeAmount } = amountWithBreakdown
    const cents = (money: typeof grossAmount) =>
      toCents({ value: money.value, currency: money.currencyCode })
    return {
      kind: 'paid',
      key: keys.paid(id),
      providerId,
      occurredAt: new Date(time),
      paymentId: id,
      cents: cents(grossAmount),
      feeCents: feeAmount ? cents(feeAmount) : 0,
    }
  })
  const { status, statusUpdateTime, startTime, createTime, billingInfo } = agreement
  const changedAt = new Date(statusUpdateTime ?? createTime ?? Date.now())
  if (status !== 'APPROVAL_PENDING' && status !== 'APPROVED') {
    const since = status === 'ACTIVE' ? changedAt : new Date(startTime ?? createTime ?? changedAt)
    const first = payments.map(({ time }) => new Date(time)).sort((a, b) => +a - +b)[0]
    const occurredAt = first && first < since ? first : since
    events.push({ kind: 'approved', key: keys.approved, providerId, occurredAt })
  }
  const failed = billingInfo?.lastFailedPayment
  if (failed) {
    const occurredAt = new Date(failed.time)
    events.push({ kind: 'payment_failed', key: keys.failed(occurredAt), providerId, occurredAt })
  }
  if (status === 'CANCELLED' || status === 'EXPIRED')
    events.push({ kind: 'stopped', key: keys.stopped, providerId, occurredAt: changedAt })
  return {
    events,
    repaid: payments.filter(({ status }) => status !== 'COMPLETED').map(({ id }) => id),
  }
}

const PAID = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
