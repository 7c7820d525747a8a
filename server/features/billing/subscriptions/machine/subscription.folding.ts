// When a contract needs attention next: how it stands, when money is due back, whether to ask the provider.
import { DAY_MS, HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { SubscriptionEvent } from './subscription.events.ts'
import { fold } from './subscription.machine.ts'
import type { SubscriptionRow } from '#server/features/billing/subscriptions/subscription.queries.ts'
import {
  abandonmentDate,
  graceEnd,
  isOver,
  mustReprice,
  nextRetry,
  reminderDate,
  silenceEnd,
  stopDate,
  type SubscriptionState,
} from './subscription.state.ts'
import { listDues, type RefundDue } from './subscription.dues.ts'

/** How a contract stands, by all that is known of it, or without what became known just now. */
export function foldEvents(
  { events, lostDayRefunds }: Pick<SubscriptionRow, 'events' | 'lostDayRefunds'>,
  at: Date,
  { without = new Set() }: { without?: ReadonlySet<string> } = {},
): SubscriptionState {
  const known = events
    .filter(({ key }) => !without.has(key))
    .map((event) => ({ ...event, occurredAt: new Date(event.occurredAt) }) as SubscriptionEvent)
    .map((event) =>
      event.kind === 'refunded' && lostDayRefunds.includes(event.data.refundId)
        ? { ...event, data: { ...event.data, isForLostDays: true } }
        : event,
    )
  return fold(known, at)
}

/** By then what explains a charge that nobody expected has come: notices overtake each other. */
const EXPLAINED_MS = DAY_MS

/** From when on something owed is paid back; null: at once. */
export function payableDate(
  { events }: Pick<SubscriptionRow, 'events'>,
  state: SubscriptionState,
  { paymentId, reason }: RefundDue,
): Date | null {
  if (reason === 'withdrawal' || reason === 'termination') return state.disputeEnd
  const payment = state.payments.find((one) => one.paymentId === paymentId)
  // nothing that may still come makes a wrong amount right
  if (reason !== 'duplicate' || !payment || payment.term) return null
  if (payment.cents < payment.agreedCents) return null
  // nor an approval that came too late
  const { approvedAt, endedAt } = state
  if (isOver(state) && approvedAt && endedAt && approvedAt > endedAt) return null
  const known = events.find(
    ({ kind, data }) => kind === 'paid' && 'paymentId' in data && data.paymentId === paymentId,
  )
  return known ? new Date(Date.parse(known.recordedAt) + EXPLAINED_MS) : null
}

/** When what is due and could not be done is tried again. */
const AGAIN_MS = 5 * 60_000

/** When something has to be done of itself next; null when never. */
export function nextTurn(row: SubscriptionRow, state: SubscriptionState, at: Date): Date | null {
  const hasAgreement = row.providerId !== null
  const undone = [
    abandonmentDate(state),
    reminderDate(state),
    hasAgreement ? stopDate(state) : null,
  ]
  const changes = [
    // approved, and the first charge has not come: its notice may be lost
    state.status === 'pending' && state.approvedAt ? new Date(at.getTime() + HOUR_MS) : null,
    state.status === 'active' ? state.periodEnd : null,
    nextRetry(state, at),
    state.status === 'active' || state.status === 'past_due' ? graceEnd(state) : null,
    isOver(state) ? null : state.endsAt,
    state.status === 'cancelled' ? null : silenceEnd(state),
    // the provider was not reached, or refused
    hasAgreement && mustReprice(state) && !state.newPrice?.approveUrl
      ? new Date(at.getTime() + HOUR_MS)
      : null,
    ...listDues(state).map((due) => payableDate(row, state, due)),
  ]
  const again = new Date(at.getTime() + AGAIN_MS)
  const times = [
    ...undone.flatMap((time) => (time ? [time > at ? time : again] : [])),
    ...changes.flatMap((time) => (time && time > at ? [time] : [])),
  ]
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : null
}

/** Whether the provider may know more than we do: of an approval, of a charge that is due or that nobody expected. */
export function shouldAsk(state: SubscriptionState, at: Date): boolean {
  if (listDues(state).some(({ reason }) => reason === 'duplicate')) return true
  const givenUp = abandonmentDate(state)
  if (givenUp) return givenUp <= at || state.approvedAt !== null
  return state.status === 'past_due'
}
