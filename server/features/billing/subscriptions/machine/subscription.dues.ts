// What of a member's payments the club owes back, for which reason, and whether all of it went back.
import { countDays } from '#server/platform/lists/calendar.ts'
import { withdrawalDeadline, type Payment, type SubscriptionState } from './subscription.state.ts'

type DueReason = 'withdrawal' | 'ban' | 'deletion' | 'termination' | 'duplicate'

/** What of a payment has to go back, whether or not it has. */
export type RefundDue = { paymentId: string; cents: number; reason: DueReason }

/** Everything the club owes by what happened: what it took without a right to it, and what was taken back. */
export function listDues(state: SubscriptionState): RefundDue[] {
  return state.payments.flatMap((payment): RefundDue[] => {
    const { paymentId, cents, agreedCents, term } = payment
    const excess = term ? Math.max(0, cents - agreedCents) : cents
    const returned = dueOfTerm(state, payment, cents - excess)
    const total = excess + (returned?.cents ?? 0) - sumTaken(state, paymentId)
    return total > 0 ? [{ paymentId, cents: total, reason: returned?.reason ?? 'duplicate' }] : []
  })
}

/** What of a payment the payer's bank took, and did not come again: it has gone back already. */
const sumTaken = ({ reversals }: SubscriptionState, paymentId: string): number =>
  reversals.reduce(
    (sum, one) => (one.paymentId === paymentId && !one.wonAt ? sum + one.cents : sum),
    0,
  )

function dueOfTerm(
  state: SubscriptionState,
  payment: Payment,
  cents: number,
): Omit<RefundDue, 'paymentId'> | null {
  const { settledBy, withdrawnAt, endedAt } = state
  if (!payment.term) return null
  if (settledBy === 'minor') return { reason: 'termination', cents }
  if (withdrawnAt)
    return { reason: 'withdrawal', cents: takenBack(state, payment, cents, withdrawnAt) }
  if (!endedAt) return null
  // the contract ended as the bank took the payment: the days that were left by then were never had
  if (!settledBy && hasEndedContract(state, payment))
    return { reason: 'termination', cents: unusedPart(payment, cents, endedAt) }
  if (!settledBy) return null
  if (settledBy === 'replaced')
    return endedAt < payment.term.end ? { reason: 'duplicate', cents } : null
  const until = withdrawalDeadline(state)
  const isInTime = until !== null && endedAt <= until
  // whoever ended it, its member could still have taken it back (§ 355 BGB), and loses nothing by not having
  if (isInTime) return { reason: settledBy, cents: takenBack(state, payment, cents, endedAt) }
  return settledBy === 'deletion'
    ? null
    : { reason: settledBy, cents: unusedPart(payment, cents, endedAt) }
}

/** Whether a contract ended as this payment was taken back, which came again. */
const hasEndedContract = (
  { reversals, endedAt }: SubscriptionState,
  { paymentId }: Payment,
): boolean =>
  reversals.some(
    (one) => one.paymentId === paymentId && one.wonAt && one.at.getTime() === endedAt?.getTime(),
  )

/** Days are only to be paid for by those who asked to start early (§ 357a BGB). */
const takenBack = (state: SubscriptionState, payment: Payment, cents: number, at: Date): number =>
  state.startsEarly ? unusedPart(payment, cents, at) : cents

/** The price less what the days that passed cost, in the payer's favour to the cent and to the day. */
function unusedPart({ term }: Payment, cents: number, at: Date): number {
  if (!term) return cents
  const days = countDays(term.start, term.end)
  const used = Math.min(days, Math.max(0, countDays(term.start, at)))
  return cents - Math.floor((cents * used) / days)
}

/** All that goes back for a reason, whether or not it has. */
export const sumOwed = (state: SubscriptionState, wanted: DueReason): number =>
  listDues(state).reduce((sum, { reason, cents }) => (reason === wanted ? sum + cents : sum), 0)

/** What has still to go back of a payment: days a suspension took count towards nothing, and more than was paid never goes back. */
function countOpen(state: SubscriptionState, { paymentId, cents }: RefundDue): number {
  const refunds = state.refunds.filter((refund) => refund.paymentId === paymentId)
  const sum = (of: typeof refunds) => of.reduce((total, refund) => total + refund.cents, 0)
  const paid = state.payments.find((payment) => payment.paymentId === paymentId)?.cents ?? 0
  const left = paid - sumTaken(state, paymentId) - sum(refunds)
  const open = cents - sum(refunds.filter(({ isForLostDays }) => !isForLostDays))
  return Math.max(0, Math.min(open, left))
}

/** What taking the contract back at this time would return. */
export function sumIfWithdrawn(state: SubscriptionState, at: Date): number {
  const dues = listDues({ ...state, withdrawnAt: at })
  return dues.reduce((sum, due) => sum + countOpen(state, due), 0)
}

/** Whether all that is owed went back. */
export const isSettled = (state: SubscriptionState): boolean =>
  listDues(state).every((due) => countOpen(state, due) === 0)
