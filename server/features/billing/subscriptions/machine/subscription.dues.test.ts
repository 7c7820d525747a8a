import { expect, test } from 'vitest'
import { listDues, isSettled, sumOwed, sumIfWithdrawn } from './subscription.dues.ts'
import { beginning, type Payment, type SubscriptionState } from './subscription.state.ts'

const at = (day: string) => new Date(`2027-${day}T12:00:00Z`)

/** A month of 28 days for 28 euros: a day costs one. */
const payment: Payment = {
  paymentId: 'P1',
  cents: 2800,
  feeCents: 50,
  priceId: 'a',
  agreedCents: 2800,
  at: at('02-01'),
  term: { start: at('02-01'), end: at('03-01') },
}
const paid: SubscriptionState = {
  ...beginning,
  status: 'active',
  cents: 2800,
  startsEarly: true,
  orderedAt: at('02-01'),
  approvedAt: at('02-01'),
  payments: [payment],
  periodStart: at('02-01'),
  periodEnd: at('03-01'),
}
const refund = (cents: number, paymentId = 'P1') => ({
  refundId: `R${cents}`,
  paymentId,
  cents,
  at: at('02-12'),
})
const owed = (is: Partial<SubscriptionState>) => listDues({ ...paid, ...is })
const settledBy = (rule: SubscriptionState['settledBy'], day: string) =>
  owed({ status: 'ended', settledBy: rule, endedAt: at(day) })

test('nothing is owed of a month that runs', () => {
  expect(owed({})).toEqual([])
  expect(isSettled(paid)).toBe(true)
})

test('a charge nobody expected goes back whole', () => {
  const extra = { ...payment, paymentId: 'P2', term: null }
  expect(owed({ payments: [payment, extra] })).toEqual([
    { paymentId: 'P2', cents: 2800, reason: 'duplicate' },
  ])
})

test('what was charged beyond what was agreed goes back', () => {
  expect(owed({ payments: [{ ...payment, cents: 3000 }] })).toEqual([
    { paymentId: 'P1', cents: 200, reason: 'duplicate' },
  ])
  expect(owed({ payments: [{ ...payment, cents: 2700 }] })).toEqual([])
})

test('it goes back together with what is taken back of the month', () => {
  const payments = [{ ...payment, cents: 3000 }]
  expect(owed({ payments, withdrawnAt: at('02-11') })).toEqual([
    { paymentId: 'P1', cents: 2000, reason: 'withdrawal' },
  ])
})

test('what the bank took back is not paid back as well', () => {
  const reversals = [{ paymentId: 'P1', nth: 1, cents: 2800, at: at('02-05') }]
  expect(owed({ reversals, withdrawnAt: at('02-11') })).toEqual([])
  // where it took a part the rest of the 1800 stays owed, and no more than that
  const part = (cents: number) => [{ ...reversals[0]!, cents }]
  expect(owed({ reversals: part(2000), withdrawnAt: at('02-11') })).toEqual([])
  expect(owed({ reversals: part(500), withdrawnAt: at('02-11') })).toMatchObject([{ cents: 1300 }])
  const extra = { ...payment, term: null }
  expect(owed({ reversals: part(500), payments: [extra] })).toMatchObject([{ cents: 2300 }])
  expect(owed({ reversals: part(500), payments: [extra], withdrawnAt: at('02-11') })).toEqual([
    { paymentId: 'P1', cents: 2300, reason: 'duplicate' },
  ])
  expect(owed({ reversals: part(500) })).toEqual([])
  const other = [{ ...reversals[0]!, paymentId: 'P9' }]
  expect(owed({ reversals: other, withdrawnAt: at('02-11') })).toHaveLength(1)
})

test('who takes a contract back pays for the days they asked to have at once', () => {
  expect(owed({ withdrawnAt: at('02-11') })).toEqual([
    { paymentId: 'P1', cents: 1800, reason: 'withdrawal' },
  ])
})

test('who did not ask for them pays nothing', () => {
  expect(owed({ withdrawnAt: at('02-11'), startsEarly: false })).toEqual([
    { paymentId: 'P1', cents: 2800, reason: 'withdrawal' },
  ])
})

test('no day costs more than there are, and none before the first', () => {
  expect(owed({ withdrawnAt: at('04-01') })).toEqual([])
  expect(owed({ withdrawnAt: at('01-15') })).toMatchObject([{ cents: 2800 }])
})

test('a part of a cent is the payer’s', () => {
  const payments = [{ ...payment, cents: 1990, agreedCents: 1990 }]
  // a day is 71.07 cents
  expect(owed({ payments, withdrawnAt: at('02-02') })).toMatchObject([{ cents: 1990 - 71 }])
})

test.each(['ban', 'termination'] as const)('after a %s the days that are left go back', (rule) => {
  expect(settledBy(rule, '02-11')).toEqual([{ paymentId: 'P1', cents: 1800, reason: rule }])
})

test.each(['ban', 'termination'] as const)(
  'whose contract ends by a %s while they could take it back pays for no day they did not ask for',
  (rule) => {
    const ended = { status: 'ended', settledBy: rule, startsEarly: false } as const
    expect(owed({ ...ended, endedAt: at('02-11') })).toMatchObject([{ cents: 2800, reason: rule }])
    expect(owed({ ...ended, endedAt: at('02-16') })).toMatchObject([{ cents: 1300, reason: rule }])
  },
)

test('who leaves while they can take it back gets what taking back would bring', () => {
  expect(settledBy('deletion', '02-11')).toEqual([
    { paymentId: 'P1', cents: 1800, reason: 'deletion' },
  ])
  const last = new Date('2027-02-15T22:59:59.999Z')
  const leaving = { status: 'ended', settledBy: 'deletion' } as const
  expect(owed({ ...leaving, endedAt: last })).toHaveLength(1)
  expect(owed({ ...leaving, endedAt: new Date(last.getTime() + 1) })).toEqual([])
})

test('who leaves later gets nothing back', () => {
  expect(settledBy('deletion', '02-20')).toEqual([])
})

test('of a contract that was replaced the month in which it was goes back', () => {
  expect(settledBy('replaced', '02-20')).toEqual([
    { paymentId: 'P1', cents: 2800, reason: 'duplicate' },
  ])
  expect(settledBy('replaced', '03-01')).toEqual([])
})

test('what merely ended owes nothing', () => {
  expect(owed({ status: 'ended', endedAt: at('02-20') })).toEqual([])
  expect(owed({ settledBy: 'ban' })).toEqual([])
})

test('what is owed for a reason is the sum of it', () => {
  const extra = { ...payment, paymentId: 'P2', cents: 500, term: null }
  const more = { ...payment, paymentId: 'P3', cents: 300, term: null }
  const state = { ...paid, payments: [payment, extra, more], withdrawnAt: at('02-11') }
  expect(sumOwed(state, 'duplicate')).toBe(800)
  expect(sumOwed(state, 'withdrawal')).toBe(1800)
  expect(sumOwed(state, 'ban')).toBe(0)
})

test('what went back already is counted for its payment alone', () => {
  const refunds = [refund(1000), refund(300), refund(70, 'P2')]
  expect(sumIfWithdrawn({ ...paid, refunds }, at('02-11'))).toBe(500)
  expect(sumIfWithdrawn({ ...paid, refunds: [refund(70, 'P2')] }, at('02-11'))).toBe(1800)
})

test('days a suspension took count towards nothing that is owed, and no more goes back than was paid', () => {
  const refunds = [{ ...refund(600), isForLostDays: true }]
  expect(sumIfWithdrawn({ ...paid, refunds }, at('02-11'))).toBe(1800)
  const whole = { ...paid, startsEarly: false }
  expect(sumIfWithdrawn({ ...whole, refunds }, at('02-11'))).toBe(2200)
  const reversals = [{ paymentId: 'P1', nth: 1, cents: 500, at: at('02-05') }]
  expect(sumIfWithdrawn({ ...whole, reversals, refunds }, at('02-11'))).toBe(1700)
  const back = { ...whole, withdrawnAt: at('02-11') }
  expect(isSettled({ ...back, refunds })).toBe(false)
  expect(isSettled({ ...back, refunds: [...refunds, refund(2199)] })).toBe(false)
  expect(isSettled({ ...back, refunds: [...refunds, refund(2200)] })).toBe(true)
})

test('taking back would return what is not back yet, and never less than nothing', () => {
  expect(sumIfWithdrawn(paid, at('02-11'))).toBe(1800)
  expect(sumIfWithdrawn({ ...paid, refunds: [refund(1000)] }, at('02-11'))).toBe(800)
  expect(sumIfWithdrawn({ ...paid, refunds: [refund(2500)] }, at('02-11'))).toBe(0)
})

test('a contract is settled when all of what is owed is back', () => {
  const state = { ...paid, withdrawnAt: at('02-11') }
  expect(isSettled(state)).toBe(false)
  expect(isSettled({ ...state, refunds: [refund(1799)] })).toBe(false)
  expect(isSettled({ ...state, refunds: [refund(1800)] })).toBe(true)
})
