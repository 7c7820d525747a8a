import { addMonths } from '#server/platform/lists/calendar.ts'
import type { PriceRow } from '#server/features/billing/subscriptions/plans.policy.ts'
import type { SubscriptionEvent } from '#server/features/billing/subscriptions/machine/subscription.events.ts'
import {
  PRICE_NOTICE_MS,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

/**
 * The word that a higher price than the agreed one is asked for, from a renewal on that is far enough
 * away; null when there is none to give. It costs nobody anything: without consent the contract ends
 * instead. A price that is no longer asked for takes the word back.
 */
export function announcement(
  state: SubscriptionState,
  price: PriceRow,
  at: Date,
): SubscriptionEvent | null {
  const { status, newPrice, endsAt, periodEnd, cents, payments } = state
  const anchor = payments.find(({ term }) => term !== null)?.at
  if (status !== 'active' || endsAt || !periodEnd || !anchor || newPrice?.isAccepted) return null
  if (newPrice ? newPrice.priceId === price.id : price.cents <= cents) return null
  const soonest = at.getTime() + PRICE_NOTICE_MS
  let from = periodEnd
  for (let n = 1; from.getTime() < soonest; n += 1)
    if (addMonths(anchor, n) > from) from = addMonths(anchor, n)
  return {
    kind: 'price_announced',
    key: `price_announced:${price.id}`,
    occurredAt: at,
    data: { priceId: price.id, cents: price.cents, from: from.toISOString() },
  }
}
