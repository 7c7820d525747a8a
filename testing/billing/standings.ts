// How a contract of one month may stand, as its rules are given it.
import {
  beginning,
  type Payment,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

/** A moment of the year in which it runs. */
export const at = (day: string, time = '12:00:00') => new Date(`2027-${day}T${time}Z`)
/** The end of what was paid for. */
export const END = at('03-01')

export const payment: Payment = {
  paymentId: 'P1',
  cents: 1990,
  feeCents: 50,
  priceId: 'a',
  agreedCents: 1990,
  at: at('02-01'),
  term: { start: at('02-01'), end: END },
}
export const active: SubscriptionState = {
  ...beginning,
  status: 'active',
  priceId: 'a',
  cents: 1990,
  orderedAt: at('02-01'),
  approvedAt: at('02-01'),
  payments: [payment],
  periodStart: at('02-01'),
  periodEnd: END,
}
export const failing: SubscriptionState = {
  ...active,
  status: 'past_due',
  failedAt: END,
  failures: 1,
}
export const cancelled: SubscriptionState = {
  ...active,
  status: 'cancelled',
  cancelledAt: at('02-10'),
  endsAt: END,
}
/** A price that was announced for the next month. */
export const price = { priceId: 'b', cents: 2490, from: END, isAccepted: false, approveUrl: null }
