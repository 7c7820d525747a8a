// The state of a contract, and what follows from it: over, grace, ends, deadlines.
import type { SubscriptionStatus } from '#contract/billing/billing.ts'
import { limits } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/lists/calendar.ts'
import { withdrawalEnd } from './subscription.calendar.ts'
import type { SettlingRule } from './subscription.events.ts'

/** One charge. Its term is null when it bought none: nobody expected it, or it was too little. */
export type Payment = {
  paymentId: string
  cents: number
  feeCents: number
  /** What was agreed for it. */
  priceId: string | null
  agreedCents: number
  at: Date
  term: { start: Date; end: Date } | null
}

type Refund = {
  refundId: string
  paymentId: string
  cents: number
  at: Date
  /** For days a suspension took by mistake: it counts towards nothing that is owed of the month. */
  isForLostDays?: boolean
}
/** What the payer's bank took back. */
type Reversal = {
  paymentId: string
  /** Of this payment: 1 is the first. */
  nth: number
  cents: number
  at: Date
  /** When the money came again. */
  wonAt?: Date
}

/** A price from which day on; with an address, the payer has to agree to it at the provider as well. */
type NewPrice = {
  priceId: string
  cents: number
  from: Date
  isAccepted: boolean
  approveUrl: string | null
}

/** How a contract stands, folded from what happened. */
export type SubscriptionState = {
  status: SubscriptionStatus
  priceId: string | null
  /** Agreed for one term. */
  cents: number
  startsEarly: boolean
  orderedAt: Date | null
  approvedAt: Date | null
  payments: readonly Payment[]
  refunds: readonly Refund[]
  reversals: readonly Reversal[]
  periodStart: Date | null
  periodEnd: Date | null
  /** Of the charge that is due. */
  failedAt: Date | null
  failures: number
  cancelledAt: Date | null
  /** The end that was declared, at a period's end. */
  endsAt: Date | null
  withdrawnAt: Date | null
  settledBy: SettlingRule | null
  /** When it was over. */
  endedAt: Date | null
  /** When the agreement at the provider was stopped. */
  stoppedAt: Date | null
  /** Until then the member may say that they did not declare its end. */
  disputeEnd: Date | null
  newPrice: NewPrice | null
  /** What the provider said last that it charges; null while that is the first price. */
  chargedCents: number | null
  /** The end of the period whose renewal was announced. */
  remindedOf: Date | null
}

export const beginning: SubscriptionState = {
  status: 'pending',
  priceId: null,
  cents: 0,
  startsEarly: false,
  orderedAt: null,
  approvedAt: null,
  payments: [],
  refunds: [],
  reversals: [],
  periodStart: null,
  periodEnd: null,
  failedAt: null,
  failures: 0,
  cancelledAt: null,
  endsAt: null,
  withdrawnAt: null,
  settledBy: null,
  endedAt: null,
  stoppedAt: null,
  disputeEnd: null,
  newPrice: null,
  chargedCents: null,
  remindedOf: null,
}

export const isOver = ({ status }: Pick<SubscriptionState, 'status'>): boolean =>
  status === 'ended' || status === 'withdrawn' || status === 'refunded'

/**
 * Whether what paid for a month was taken back, or a payment of which nothing is known yet; what
 * bought nothing was to go back anyway.
 */
export const isReversed = ({ reversals, payments }: SubscriptionState): boolean =>
  reversals.some(({ paymentId }) => {
    const payment = payments.find((one) => one.paymentId === paymentId)
    return !payment || payment.term !== null
  })

/** Whether a contract that was paid is over by time alone. */
export const hasRunOut = (state: SubscriptionState): boolean =>
  isOver(state) &&
  state.periodEnd !== null &&
  !state.withdrawnAt &&
  !state.settledBy &&
  !isReversed(state)

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
const latest = (a: Date, b: Date): Date => (a > b ? a : b)

const RETRIES_MS = limits.retryDays.map((days) => days * DAY_MS)
const GRACE_MS = limits.graceDays * DAY_MS
/** Before a charge that must not happen, the provider needs to be told in time. */
const NOTICE_MS = DAY_MS

/** Since when the charge that is due has not come: a provider that says nothing counts as a failure. */
export const failureStart = ({ periodEnd, failedAt }: SubscriptionState): Date | null =>
  periodEnd && failedAt ? earlier(failedAt, periodEnd) : (periodEnd ?? failedAt)

/** Until when a charge that failed keeps what was paid before open. */
export function graceEnd(state: SubscriptionState): Date | null {
  const since = failureStart(state)
  if (!since || !state.periodEnd) return null
  const end = latest(state.periodEnd, later(since, GRACE_MS))
  return state.endsAt ? earlier(end, latest(state.endsAt, state.periodEnd)) : end
}

/** Until when the payments so far open rooms; null when nothing was ever paid. */
export function accessEnd(state: SubscriptionState): Date | null {
  if (!state.periodEnd) return null
  if (isOver(state)) return state.endedAt
  return state.status === 'cancelled' ? state.endsAt : graceEnd(state)
}

/** When an order that was not approved, or not paid, is given up. */
export function abandonmentDate({ status, orderedAt, approvedAt }: SubscriptionState): Date | null {
  if (status !== 'pending') return null
  if (approvedAt) return later(approvedAt, GRACE_MS)
  return orderedAt && later(orderedAt, limits.approvalHours * HOUR_MS)
}

/** Accepted here, and charged by the provider: no sooner is a new price agreed. */
export const isAgreed = ({ newPrice, chargedCents }: SubscriptionState): boolean =>
  newPrice?.isAccepted === true && chargedCents !== null && chargedCents >= newPrice.cents

const startsNext = ({ newPrice, periodEnd }: SubscriptionState): boolean =>
  newPrice !== null && periodEnd !== null && newPrice.from <= periodEnd

/**
 * When silence about a new price ends the contract: in time before it would be charged. For a
 * member who accepted it but whose provider was not reached, the former price goes on.
 */
export function silenceEnd(state: SubscriptionState): Date | null {
  const { newPrice, periodEnd } = state
  if (!newPrice || !periodEnd || !startsNext(state)) return null
  const isWhole = newPrice.isAccepted && (newPrice.approveUrl === null || isAgreed(state))
  return isWhole ? null : later(periodEnd, -NOTICE_MS)
}

/** Whether the new price has to be sent to the provider: it charges it from the next charge on. */
export const mustReprice = (state: SubscriptionState): boolean =>
  state.status === 'active' &&
  state.endsAt === null &&
  state.newPrice?.isAccepted === true &&
  startsNext(state) &&
  !isAgreed(state)

/** What the next charge is. */
export const nextCents = (state: SubscriptionState): number =>
  state.newPrice && startsNext(state) && isAgreed(state) ? state.newPrice.cents : state.cents

/** A price is announced at least so long before it is charged. */
export const PRICE_NOTICE_MS = 30 * DAY_MS

/** When the next charge is expected; null when none is. */
export function nextCharge(state: SubscriptionState, at: Date): Date | null {
  const { status, periodEnd, endsAt } = state
  if ((status !== 'active' && status !== 'past_due') || !periodEnd) return null
  if ((endsAt && endsAt <= periodEnd) || silenceEnd(state)) return null
  if (status === 'active') return periodEnd
  return nextRetry(state, at)
}

/** When a charge that failed is tried again. */
export function nextRetry(state: SubscriptionState, at: Date): Date | null {
  const since = failureStart(state)
  if (state.status !== 'past_due' || !since) return null
  const tries = RETRIES_MS.map((ms) => later(since, ms))
  return tries.find((time) => time > at) ?? null
}

/** From when on the agreement at the provider has to be stopped; null while it has not. */
export function stopDate(state: SubscriptionState): Date | null {
  const { status, disputeEnd, periodEnd, endsAt, endedAt, cancelledAt, stoppedAt } = state
  if (stoppedAt) return null
  if (isOver(state)) {
    if (!disputeEnd || !endedAt || !periodEnd) return disputeEnd ?? endedAt
    return latest(endedAt, earlier(disputeEnd, later(periodEnd, -NOTICE_MS)))
  }
  if (status !== 'cancelled' || !endsAt) return null
  const declared = cancelledAt ?? endsAt
  return disputeEnd ? latest(declared, earlier(disputeEnd, later(endsAt, -NOTICE_MS))) : declared
}

/** When the mail before the next renewal is due; null once it was sent, or when nothing is charged. */
export function reminderDate({
  status,
  periodEnd,
  remindedOf,
  endsAt,
}: SubscriptionState): Date | null {
  if (status !== 'active' || !periodEnd || (endsAt && endsAt <= periodEnd)) return null
  if (remindedOf && remindedOf >= periodEnd) return null
  return later(periodEnd, -limits.renewalNoticeDays * DAY_MS)
}

/** The last moment to take the contract back. */
export function withdrawalDeadline({ approvedAt, orderedAt }: SubscriptionState): Date | null {
  const contractAt = approvedAt ?? orderedAt
  return contractAt && withdrawalEnd(contractAt)
}

/** Whether it can be taken back at this time. */
export function canWithdraw(state: SubscriptionState, at: Date): boolean {
  const until = withdrawalDeadline(state)
  return !isOver(state) && until !== null && at <= until
}

export const disputeDeadline = (declaredAt: Date): Date =>
  later(declaredAt, limits.disputeHours * HOUR_MS)
