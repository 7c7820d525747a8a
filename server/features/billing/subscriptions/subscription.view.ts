// A subscription as its member sees it: state, price, next charge, end, and until when it can be withdrawn.
import type { Price, Subscription } from '#contract/billing/billing.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { findRate, toPrice } from './plans.policy.ts'
import { sumIfWithdrawn } from '#server/features/billing/subscriptions/machine/subscription.dues.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import type { SubscriptionRow } from './subscription.queries.ts'
import {
  canWithdraw,
  isAgreed,
  isOver,
  isReversed,
  nextCents,
  nextCharge,
  silenceEnd,
  withdrawalDeadline,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** A contract as its member sees it at a time. */
export function toSubscription(row: SubscriptionRow, at: Date): Subscription {
  const state = withPatience(foldEvents(row, at), at)
  const { id, number, startsEarly, orderedAt, approveUrl } = row
  const { status, approvedAt } = state
  const canGoBack = canWithdraw(state, at)
  const nextChargeAt = nextCharge(state, at)
  return {
    id,
    number,
    status,
    price: findPrice(row, state.priceId, at),
    orderedAt,
    periodStart: iso(state.periodStart),
    periodEnd: iso(state.periodEnd),
    nextChargeAt: iso(nextChargeAt),
    nextChargeCents: nextChargeAt && nextCents(state),
    endsAt: iso(findEnd(state)),
    cancelledAt: iso(endsBySilence(state) ? null : state.cancelledAt),
    withdrawUntil: canGoBack ? iso(withdrawalDeadline(state)) : null,
    withdrawCents: canGoBack ? sumIfWithdrawn(state, at) : null,
    startsEarly,
    approveUrl: status === 'pending' && !approvedAt ? approveUrl : null,
    newPrice: findNewPrice(row, state, at),
    endedBecause: endedBecause(state),
  }
}

const endsBySilence = (state: SubscriptionState): boolean =>
  state.cancelledAt !== null && state.cancelledAt.getTime() === silenceEnd(state)?.getTime()

function findNewPrice(
  row: SubscriptionRow,
  state: SubscriptionState,
  at: Date,
): Subscription['newPrice'] {
  const { newPrice, status } = state
  if (!newPrice || isOver(state) || status === 'cancelled') return null
  const { priceId, from, isAccepted, approveUrl } = newPrice
  if (isAccepted && (!approveUrl || isAgreed(state))) return null
  return { price: findPrice(row, priceId, at), from: from.toISOString(), approveUrl }
}

function endedBecause(state: SubscriptionState): Subscription['endedBecause'] {
  if (!isOver(state)) return null
  if (state.withdrawnAt) return 'withdrawn'
  if (state.settledBy) return 'settled'
  if (!state.periodEnd) return 'abandoned'
  if (isReversed(state)) return 'reversed'
  return state.cancelledAt ? 'cancelled' : 'unpaid'
}

/** A charge that is due today and has no notice yet did not fail. */
function withPatience(state: SubscriptionState, at: Date): SubscriptionState {
  const { status, periodEnd, failures } = state
  if (status !== 'past_due' || failures > 0 || !periodEnd) return state
  const isToday = at.getTime() < periodEnd.getTime() + DAY_MS
  return isToday ? { ...state, status: 'active' } : state
}

const findEnd = (state: SubscriptionState): Date | null => state.endedAt ?? state.endsAt

function findPrice(
  { prices, priceId, rates }: SubscriptionRow,
  id: string | null,
  at: Date,
): Price {
  const price = prices.find((one) => one.id === (id ?? priceId))
  if (!price) throw new Error('a contract without its price')
  return toPrice({ ...price, vatPercent: findRate(rates, at) })
}
