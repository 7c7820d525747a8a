import { DAY_MS, addMonths } from '#server/platform/lists/calendar.ts'
import {
  isOver,
  PRICE_NOTICE_MS,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

type Announced = { priceId: string; cents: number; from: string }

/** Another price is asked for: nobody has to agree to pay what they agreed to, or less. */
export function announce(
  state: SubscriptionState,
  { priceId, cents, from }: Announced,
  at: Date,
): SubscriptionState {
  if (cents <= state.cents && !state.newPrice?.isAccepted) return { ...state, newPrice: null }
  const isInTime = Date.parse(from) >= at.getTime() + PRICE_NOTICE_MS
  if (isOver(state) || state.newPrice?.isAccepted || !isInTime) return state
  const newPrice = { priceId, cents, from: new Date(from), isAccepted: false, approveUrl: null }
  return { ...state, newPrice }
}

export function accept(
  state: SubscriptionState,
  { priceId }: { priceId: string },
): SubscriptionState {
  const { newPrice } = state
  if (newPrice?.priceId !== priceId || isOver(state)) return state
  return { ...state, newPrice: { ...newPrice, isAccepted: true } }
}

/** So long the payer has at least to agree at the provider as well; else it is for a month later. */
const APPROVAL_MS = 7 * DAY_MS

export function postponePrice(
  state: SubscriptionState,
  { priceId, approveUrl }: { priceId: string; approveUrl: string },
  at: Date,
): SubscriptionState {
  const { newPrice, periodEnd, payments } = state
  if (newPrice?.priceId !== priceId || !newPrice.isAccepted || isOver(state)) return state
  // another address for the same question gives no more time
  const isFirst = newPrice.approveUrl === null
  const terms = payments.filter(({ term }) => term !== null)
  const isShort = periodEnd !== null && periodEnd.getTime() < at.getTime() + APPROVAL_MS
  const soonest =
    isFirst && isShort && terms[0] ? addMonths(terms[0].at, terms.length + 1) : newPrice.from
  const from = soonest > newPrice.from ? soonest : newPrice.from
  return { ...state, newPrice: { ...newPrice, approveUrl, from } }
}
