import { DAY_MS, addMonths } from '#server/platform/lists/calendar.ts'
import {
  isAgreed,
  isOver,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

/** A charge that comes sooner than this before the period's end was not expected. */
const EARLY_MS = 14 * DAY_MS

type Paid = { paymentId: string; cents: number; feeCents: number }

/**
 * What was stopped and charges all the same has to be stopped again: PayPal cannot stop what nobody
 * approved yet. A charge: it opens the next term, or none when nobody expected it or it was too little. What
 * opens none goes back.
 */
export function pay(state: SubscriptionState, paid: Paid, at: Date): SubscriptionState {
  const { paymentId, cents, feeCents } = paid
  if (state.payments.some((payment) => payment.paymentId === paymentId)) return state
  const priced = atNewPrice(state, paid.cents)
  const { priceId, cents: agreedCents } = priced
  const charge = { paymentId, cents, feeCents, priceId, agreedCents, at }
  // a provider that still charges the former, lower price charges what was once agreed
  const isEnough = cents >= Math.min(state.cents, priced.cents)
  if (!isExpected(state, at) || !isEnough)
    return { ...state, stoppedAt: null, payments: [...state.payments, { ...charge, term: null }] }

  const terms = state.payments.filter(({ term }) => term !== null)
  const anchor = terms[0]?.at ?? at
  const start = state.periodEnd ?? at
  const end = addMonths(anchor, terms.length + 1)
  return {
    ...priced,
    status: state.endsAt && state.endsAt <= end ? 'cancelled' : 'active',
    stoppedAt: null,
    approvedAt: state.approvedAt ?? at,
    payments: [...state.payments, { ...charge, term: { start, end } }],
    periodStart: start,
    periodEnd: end,
    failedAt: null,
    failures: 0,
  }
}

function isExpected(state: SubscriptionState, at: Date): boolean {
  if (isOver(state) || state.status === 'cancelled') return false
  return !state.periodEnd || at.getTime() >= state.periodEnd.getTime() - EARLY_MS
}

/** The term that begins now is the first at a price that was agreed to: the charge itself may tell. */
function atNewPrice(state: SubscriptionState, paid: number): SubscriptionState {
  const { newPrice, periodEnd } = state
  if (!newPrice?.isAccepted || !periodEnd || periodEnd < newPrice.from) return state
  if (!isAgreed(state) && paid < newPrice.cents) return state
  return { ...state, priceId: newPrice.priceId, cents: newPrice.cents, newPrice: null }
}
