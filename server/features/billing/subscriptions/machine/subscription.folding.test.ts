import { expect, test } from 'vitest'
import type { SubscriptionRow } from '#server/features/billing/subscriptions/subscription.queries.ts'
import { nextTurn, payableDate, shouldAsk } from './subscription.folding.ts'
import type { RefundDue } from './subscription.dues.ts'
import { active, at, cancelled, END, failing, payment, price } from '#testing/billing/standings.ts'
import { beginning, type Payment, type SubscriptionState } from './subscription.state.ts'

/** One that bought nothing. */
const extra: Payment = { ...payment, paymentId: 'P2', at: at('02-10'), term: null }
const reminded: SubscriptionState = { ...active, remindedOf: END }
const ended: SubscriptionState = {
  ...cancelled,
  status: 'ended',
  endedAt: at('02-20'),
  stoppedAt: at('02-20'),
}
const ordered: SubscriptionState = { ...beginning, orderedAt: at('02-10') }

type KnownEvent = { kind: string; paymentId: string; on: Date }
/** A contract of which the club heard this. */
const contract = (known: KnownEvent[] = [], providerId: string | null = 'I-1') =>
  ({
    providerId,
    events: known.map(({ kind, paymentId, on }) => ({
      kind,
      key: `${kind}:${paymentId}`,
      occurredAt: on.toISOString(),
      recordedAt: on.toISOString(),
      data: { paymentId },
    })),
  }) as unknown as SubscriptionRow

const mismatched = contract([
  { kind: 'refunded', paymentId: 'P2', on: at('02-08') },
  { kind: 'paid', paymentId: 'P1', on: at('02-09') },
  { kind: 'paid', paymentId: 'P2', on: at('02-10') },
])
const payable = (
  state: Partial<SubscriptionState>,
  due: Partial<RefundDue> = {},
  row = mismatched,
) =>
  payableDate(
    row,
    { ...active, payments: [payment, extra], ...state },
    { paymentId: 'P2', cents: 1990, reason: 'duplicate', ...due },
  )
const next = (state: SubscriptionState, now: Date, row = contract()) => nextTurn(row, state, now)

test('what was declared without login is paid back once nobody can dispute it any more', () => {
  const disputeEnd = at('02-25')
  for (const reason of ['withdrawal', 'termination'] as const) {
    expect(payable({ disputeEnd }, { reason })).toEqual(disputeEnd)
    expect(payable({}, { reason })).toBeNull()
  }
})

test('a ban or a deletion pays back at once', () => {
  for (const reason of ['ban', 'deletion'] as const)
    for (const paymentId of ['P1', 'P2'])
      expect(payable({ disputeEnd: at('02-25') }, { reason, paymentId })).toBeNull()
})

test('a charge nobody expected waits a day for what explains it, from when the club heard of it', () => {
  expect(payable({})).toEqual(at('02-11'))
  expect(payable({ status: 'ended', endedAt: at('02-20') })).toEqual(at('02-11'))
  expect(payable({ status: 'ended', endedAt: at('02-01') })).toEqual(at('02-11'))
  expect(payable({}, {}, contract())).toBeNull()
})

test('what nothing can explain goes back at once: too little, too much, unknown, approved too late', () => {
  expect(payable({ payments: [{ ...extra, cents: 1989 }] })).toBeNull()
  expect(payable({ payments: [{ ...extra, cents: 2490, term: payment.term }] })).toBeNull()
  expect(payable({ payments: [] })).toBeNull()
  const endedAt = new Date(at('02-01').getTime() - 1)
  expect(payable({ status: 'ended', endedAt })).toBeNull()
})

test('the mail before a renewal is written when it is due; what could not be is tried again in five minutes', () => {
  expect(next(active, at('02-10'))).toEqual(at('02-22'))
  expect(next(active, at('02-22'))).toEqual(at('02-22', '12:05:00'))
  expect(next(active, at('02-25'))).toEqual(at('02-25', '12:05:00'))
})

test('then the renewal is due, and after that the end of the time in which it is tried again', () => {
  expect(next(reminded, at('02-25'))).toEqual(END)
  expect(next(reminded, END)).toEqual(at('03-15'))
})

test('a charge that failed is tried again on days five and ten, and given up on day fourteen', () => {
  expect(next(failing, at('03-02'))).toEqual(at('03-06'))
  expect(next(failing, at('03-06'))).toEqual(at('03-11'))
  expect(next(failing, at('03-11'))).toEqual(at('03-15'))
  expect(next(failing, at('03-15'))).toBeNull()
  // what failed long before the month was over ends with it
  expect(next({ ...failing, failedAt: at('02-05') }, at('02-20'))).toEqual(END)
})

test('an order is given up when its time is over; once approved, its charge is asked for every hour', () => {
  expect(next(ordered, at('02-10', '12:30:00'))).toEqual(at('02-10', '15:00:00'))
  const approved = { ...ordered, approvedAt: at('02-10') }
  expect(next(approved, at('02-10', '12:30:00'))).toEqual(at('02-10', '13:30:00'))
})

test('an agreement that was cancelled is stopped at the provider, until it is; then its end is due', () => {
  expect(next(cancelled, at('02-12'))).toEqual(at('02-12', '12:05:00'))
  expect(next({ ...cancelled, stoppedAt: at('02-12') }, at('02-12'))).toEqual(END)
  // of an order the provider never got there is nothing to stop
  expect(next(cancelled, at('02-12'), contract([], null))).toEqual(END)
})

test('what is over and settled needs nothing any more', () => {
  expect(next(ended, at('02-21'))).toBeNull()
})

test('silence about a new price ends a contract a day before it would be charged, but none that was cancelled', () => {
  expect(next({ ...reminded, newPrice: price }, at('02-25'))).toEqual(at('02-28'))
  const over = { ...cancelled, stoppedAt: at('02-12'), newPrice: price }
  expect(next(over, at('02-25'))).toEqual(END)
})

test('the provider is told of an accepted price every hour until it says so, unless the payer has to agree there', () => {
  const accepted = { ...price, isAccepted: true }
  const now = at('02-10')
  expect(next({ ...reminded, newPrice: accepted }, now)).toEqual(at('02-10', '13:00:00'))
  expect(next({ ...reminded, newPrice: accepted }, now, contract([], null))).toEqual(END)
  const asking = { ...accepted, approveUrl: 'https://pay.example/agree' }
  expect(next({ ...reminded, newPrice: asking }, now)).toEqual(at('02-28'))
})

test('what is to be paid back is due when it may be', () => {
  const owing = { ...reminded, payments: [payment, extra] }
  expect(next(owing, at('02-10', '12:30:00'), mismatched)).toEqual(at('02-11'))
})

test('the provider is asked about charges nobody expected and those that failed, and about nothing that is well', () => {
  const ask = (state: SubscriptionState) => shouldAsk(state, at('02-20'))
  expect(ask(active)).toBe(false)
  expect(ask(failing)).toBe(true)
  expect(ask(ended)).toBe(false)
  expect(ask({ ...active, payments: [payment, extra] })).toBe(true)
  const withdrawn: SubscriptionState = { ...ended, status: 'withdrawn', withdrawnAt: at('02-03') }
  expect(ask(withdrawn)).toBe(false)
  expect(ask({ ...withdrawn, payments: [payment, extra] })).toBe(true)
})

test('the provider is asked about an order before it is given up, and once it was approved', () => {
  const ask = (time: string, is: Partial<SubscriptionState> = {}) =>
    shouldAsk({ ...ordered, ...is }, at('02-10', time))
  expect(ask('14:59:59')).toBe(false)
  expect(ask('15:00:00')).toBe(true)
  expect(ask('15:00:01')).toBe(true)
  expect(ask('12:30:00', { approvedAt: at('02-10') })).toBe(true)
})
