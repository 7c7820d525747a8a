import type { ProviderState } from '#server/platform/payments.ts'
import { fromProvider } from '#server/features/billing/subscriptions/machine/subscription.events.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import type { SubscriptionRow } from '#server/features/billing/subscriptions/subscription.queries.ts'
import {
  isOver,
  stopDate,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

/** What the provider knew otherwise; repaired, or left to a person. */
export type Drift = { found: string; isRepaired: boolean }

/** A notice may still be on its way. */
const ON_ITS_WAY_MS = 3_600_000
/** A provider's list of payments may lag behind its own notices. */
const LAGGING_MS = 2 * 86_400_000

/** How what the club knows of a contract differs from what the provider says of it. */
export function findDrift(
  row: Pick<SubscriptionRow, 'status' | 'events' | 'lostDayRefunds'>,
  provided: ProviderState | null,
  at: Date,
): Drift[] {
  const state = foldEvents(row, at)
  const mayWait = row.status === 'pending' || isOver(state)
  if (!provided) return mayWait ? [] : [{ found: 'not known there', isRepaired: false }]

  const ago = (ms: number) => new Date(at.getTime() - ms)
  const events = provided.events.map(fromProvider)
  const ours = new Set(row.events.map(({ key }) => key))
  const theirs = new Set(events.map(({ key }) => key))
  const missed = events
    .filter(({ key, occurredAt }) => !ours.has(key) && occurredAt <= ago(ON_ITS_WAY_MS))
    // that the club stopped it itself is no news
    .filter(({ kind }) => kind !== 'stopped' || !state.stoppedAt)
    .map(({ kind }) => ({ found: `missed: ${kind}`, isRepaired: true }))
  const unheardOf = row.events
    .filter(({ key, kind }) => kind === 'paid' && !theirs.has(key))
    .filter(({ occurredAt }) => new Date(occurredAt) <= ago(LAGGING_MS))
    .map(() => ({ found: 'a payment not known there', isRepaired: false }))
  const repaid = new Set([...row.events, ...events].flatMap(repaidBy))
  const paidBack = provided.repaid
    .filter((paymentId) => !repaid.has(paymentId))
    .map((paymentId) => ({ found: `paid back there: ${paymentId}`, isRepaired: false }))

  // approved only after it was given up, it may be running although it was stopped
  const mustBeStopped = stopDate(state) ?? state.stoppedAt
  const isStopLate = mustBeStopped !== null && mustBeStopped <= ago(ON_ITS_WAY_MS)
  const charges =
    provided.status === 'active' || (provided.status === 'suspended' && state.stoppedAt === null)
  return [
    ...missed,
    ...unheardOf,
    ...paidBack,
    ...(charges && isStopLate ? [{ found: 'goes on charging', isRepaired: true }] : []),
    ...(provided.status === 'waiting' && !mayWait
      ? [{ found: 'not approved there', isRepaired: false }]
      : []),
  ]
}

const repaidBy = ({ kind, data }: { kind: string; data: object }): string[] =>
  (kind === 'refunded' || kind === 'reversed') && 'paymentId' in data
    ? [String(data.paymentId)]
    : []
