// How a contract stands, from all that happened to it, in whatever order and however often it was told.
import { berlinDay } from '#contract/day.ts'
import { addMonths } from '#server/platform/lists/calendar.ts'
import { MOST_REVERSALS } from '#server/features/billing/ledger/ledger.policy.ts'
import { listDues, isSettled } from './subscription.dues.ts'
import type { EventKind, SubscriptionEvent } from './subscription.events.ts'
import {
  beginning,
  canWithdraw,
  disputeDeadline,
  earlier,
  abandonmentDate,
  graceEnd,
  isOver,
  isReversed,
  silenceEnd,
  type SubscriptionState,
} from './subscription.state.ts'
import { pay } from '#server/features/billing/subscriptions/subscription.payments.ts'
import {
  accept,
  announce,
  postponePrice,
} from '#server/features/billing/subscriptions/subscription.pricing.ts'

/** What comes first of what happened at the same moment. */
const RANK: Record<EventKind, number> = {
  ordered: 0,
  approved: 1,
  payment_failed: 2,
  paid: 3,
  price_announced: 4,
  price_accepted: 5,
  price_pending: 6,
  repriced: 7,
  reminded: 8,
  cancelled: 9,
  stopped: 10,
  expired: 11,
  withdrawn: 12,
  settled: 13,
  refunded: 14,
  reversed: 15,
  reinstated: 16,
  ended: 17,
  disputed: 18,
}

// the order comes before all, whatever the provider's clock shows
const inOrder = (a: SubscriptionEvent, b: SubscriptionEvent): number =>
  Number(b.kind === 'ordered') - Number(a.kind === 'ordered') ||
  a.occurredAt.getTime() - b.occurredAt.getTime() ||
  RANK[a.kind] - RANK[b.kind] ||
  (a.key < b.key ? -1 : 1)

/**
 * How a contract stands at a time, from all that is known to have happened. The order in which it
 * became known, and how often, makes no difference.
 */
export function fold(events: readonly SubscriptionEvent[], at: Date): SubscriptionState {
  const once = [...new Map(events.map((event) => [event.key, event])).values()].sort(inOrder)
  const disputed = new Set(
    once.flatMap((event) => (event.kind === 'disputed' ? [event.data.eventKey] : [])),
  )
  const state = once
    .filter(({ key }) => !disputed.has(key))
    .reduce((before, event) => step(before, event, event.occurredAt), beginning)
  return elapse(state, at)
}

/**
 * What is over stays over: an order that was given up or stopped and then approved or paid all the
 * same opens nothing. Its payment goes back (`listDues`), at once where the approval itself came too
 * late (`payableDate`), and its agreement is stopped again (`stopDate`).
 *
 * One thing that happened at a time, to a contract as it stood before. What happens at the very
 * moment at which time would end it comes first.
 */
export function step(
  before: SubscriptionState,
  event: SubscriptionEvent,
  at: Date,
): SubscriptionState {
  const justBefore = new Date(at.getTime() - 1)
  return settle(elapse(react(elapse(before, justBefore), event, at), at))
}

function react(state: SubscriptionState, event: SubscriptionEvent, at: Date): SubscriptionState {
  switch (event.kind) {
    case 'ordered':
      return state.orderedAt ? state : { ...state, ...event.data, orderedAt: at }
    case 'approved':
      // approved although it was stopped: it may charge, and has to be stopped again
      return { ...state, approvedAt: state.approvedAt ?? at, stoppedAt: null }
    case 'paid':
      return pay(state, event.data, at)
    case 'payment_failed':
      if (isOver(state) || state.status === 'cancelled') return state
      return elapse(
        {
          ...state,
          status: state.periodEnd ? 'past_due' : state.status,
          failedAt: state.failedAt ?? at,
          failures: state.failures + 1,
        },
        at,
      )
    case 'expired':
      return state.status === 'pending' && !state.approvedAt ? end(state, at) : state
    case 'cancelled':
      return cancel(state, event.data, at)
    case 'stopped':
      return { ...cancel(state, {}, at), stoppedAt: state.stoppedAt ?? at }
    case 'withdrawn':
      if (!canWithdraw(state, at)) return state
      return {
        ...end(state, at),
        withdrawnAt: at,
        disputeEnd: event.data.isDisputable ? disputeDeadline(at) : null,
      }
    case 'settled':
      // what never bound anybody is paid back, also where it is over
      if (isOver(state) && event.data.rule === 'minor') return { ...state, settledBy: 'minor' }
      if (isOver(state)) return state
      return {
        ...end(state, at),
        settledBy: event.data.rule,
        disputeEnd: event.data.isDisputable ? disputeDeadline(at) : null,
      }
    case 'price_announced':
      return announce(state, event.data, at)
    case 'price_accepted':
      return accept(state, event.data)
    case 'price_pending':
      return postponePrice(state, event.data, at)
    case 'repriced':
      return { ...state, chargedCents: event.data.cents }
    case 'reminded':
      return { ...state, remindedOf: new Date(event.data.periodEnd) }
    case 'refunded': {
      const isKnown = state.refunds.some(({ refundId }) => refundId === event.data.refundId)
      return isKnown ? state : { ...state, refunds: [...state.refunds, { ...event.data, at }] }
    }
    case 'reversed': {
      // what came again may be taken once more
      const { paymentId } = event.data
      const before = state.reversals.filter((one) => one.paymentId === paymentId)
      const isKnown = before.some(({ wonAt }) => !wonAt) || before.length === MOST_REVERSALS
      const reversal = { ...event.data, nth: before.length + 1, at }
      const reversals = isKnown ? state.reversals : [...state.reversals, reversal]
      const known = { ...state, reversals }
      return isOver(known) || !isReversed(known) ? known : end(known, at)
    }
    case 'reinstated':
      return {
        ...state,
        reversals: state.reversals.map((one) =>
          one.paymentId === event.data.paymentId ? { ...one, wonAt: one.wonAt ?? at } : one,
        ),
      }
    case 'ended':
    case 'disputed':
      return state
  }
}

/** What the passing of time alone does. */
export function elapse(state: SubscriptionState, at: Date): SubscriptionState {
  if (isOver(state)) return state
  const givenUp = abandonmentDate(state)
  if (state.status === 'pending')
    return state.approvedAt && givenUp && givenUp <= at ? end(state, givenUp) : state

  const silence = silenceEnd(state)
  if (silence && silence <= at && state.periodEnd && state.status !== 'cancelled')
    return elapse(endByCancelling(state, state.periodEnd, silence), at)
  if (state.status === 'cancelled')
    return state.endsAt && state.endsAt <= at ? end(state, state.endsAt) : state
  if (!state.periodEnd || state.periodEnd > at) return state
  const grace = graceEnd(state)
  return grace && grace <= at ? end(state, grace) : { ...state, status: 'past_due' }
}

const end = (state: SubscriptionState, at: Date): SubscriptionState => ({
  ...state,
  status: 'ended',
  endedAt: at,
})

/** To the end of the paid period, or of the one in which a later day that was asked for lies. */
function cancel(
  state: SubscriptionState,
  { endDate, isDisputable }: { endDate?: string; isDisputable?: boolean },
  at: Date,
): SubscriptionState {
  if (isOver(state)) return state
  const [first] = state.payments.filter(({ term }) => term !== null)
  if (!state.periodEnd || !first) return { ...end(state, at), cancelledAt: at, disputeEnd: null }
  const isPaid = state.periodEnd > at
  let until = isPaid ? state.periodEnd : at
  for (let n = 1; isPaid && endDate && berlinDay(until) < endDate && n <= MOST_MONTHS; n += 1)
    if (addMonths(first.at, n) > until) until = addMonths(first.at, n)
  const dispute = state.cancelledAt ? state.disputeEnd : disputeDeadline(at)
  const cancelled = endByCancelling(state, until, at)
  return elapse({ ...cancelled, disputeEnd: isDisputable ? dispute : null }, at)
}

/** A wanted end further away is none that was meant. */
const MOST_MONTHS = 120

/** Of several ends the earliest counts; nothing is charged once what was paid reaches it. */
function endByCancelling(state: SubscriptionState, until: Date, at: Date): SubscriptionState {
  const endsAt = state.endsAt ? earlier(state.endsAt, until) : until
  const isPaidFor = !state.periodEnd || endsAt <= state.periodEnd || state.periodEnd <= at
  return {
    ...state,
    cancelledAt: state.cancelledAt ?? at,
    endsAt,
    status: isPaidFor ? 'cancelled' : state.status,
  }
}

/** Taken back and paid back are two things. */
function settle(state: SubscriptionState): SubscriptionState {
  if (!state.withdrawnAt) return state
  if (!isSettled(state)) return { ...state, status: 'withdrawn' }
  return { ...state, status: listDues(state).length > 0 ? 'refunded' : 'ended' }
}
