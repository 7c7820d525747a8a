import { expect, test } from 'vitest'
import { active, at, cancelled, END, failing, payment, price } from '#testing/billing/standings.ts'
import {
  accessEnd,
  beginning,
  canWithdraw,
  disputeDeadline,
  failureStart,
  abandonmentDate,
  graceEnd,
  hasRunOut,
  isAgreed,
  isOver,
  isReversed,
  mustReprice,
  nextCents,
  nextCharge,
  nextRetry,
  reminderDate,
  silenceEnd,
  stopDate,
  withdrawalDeadline,
  type SubscriptionState,
} from './subscription.state.ts'

const who = (is: Partial<SubscriptionState>): SubscriptionState => ({ ...beginning, ...is })

const ended: SubscriptionState = { ...active, status: 'ended', endedAt: at('02-20') }
const accepted = { ...price, isAccepted: true }

test('a contract begins as nothing: not ordered, not paid, nothing owed', () => {
  expect(beginning).toMatchObject({
    status: 'pending',
    cents: 0,
    startsEarly: false,
    payments: [],
    refunds: [],
    reversals: [],
    failures: 0,
  })
})

test('a contract is over when it ended, was withdrawn, or was paid back', () => {
  const statuses = ['pending', 'active', 'past_due', 'cancelled'] as const
  expect(statuses.map((status) => isOver({ status }))).toEqual([false, false, false, false])
  const over = ['ended', 'withdrawn', 'refunded'] as const
  expect(over.map((status) => isOver({ status }))).toEqual([true, true, true])
})

test('what a bank takes back of a paid month, or of a payment nothing is known of, counts', () => {
  const back = (paymentId: string) => [{ paymentId, nth: 1, cents: 1990, at: at('02-10') }]
  expect(isReversed(active)).toBe(false)
  expect(isReversed({ ...active, reversals: back('P1') })).toBe(true)
  expect(isReversed({ ...active, reversals: back('P9') })).toBe(true)
})

test('what a bank takes back of a payment that bought nothing does not', () => {
  const extra = { ...payment, paymentId: 'P2', term: null }
  const reversals = [{ paymentId: 'P2', nth: 1, cents: 1990, at: at('02-10') }]
  expect(isReversed({ ...active, payments: [extra, payment], reversals })).toBe(false)
  const ofMonth = [{ ...reversals[0]!, paymentId: 'P1' }]
  expect(isReversed({ ...active, payments: [extra, payment], reversals: ofMonth })).toBe(true)
})

test('a contract ran out when it was paid and time alone ended it', () => {
  expect(hasRunOut(ended)).toBe(true)
  expect(hasRunOut(active)).toBe(false)
  expect(hasRunOut({ ...ended, periodEnd: null })).toBe(false)
  expect(hasRunOut({ ...ended, withdrawnAt: at('02-20') })).toBe(false)
  expect(hasRunOut({ ...ended, settledBy: 'ban' })).toBe(false)
  const reversals = [{ paymentId: 'P1', nth: 1, cents: 1990, at: at('02-20') }]
  expect(hasRunOut({ ...ended, reversals })).toBe(false)
})

test('a charge has failed since its day, or since the provider said so if that was sooner', () => {
  expect(failureStart(active)).toEqual(END)
  expect(failureStart({ ...active, failedAt: at('02-28') })).toEqual(at('02-28'))
  expect(failureStart({ ...active, failedAt: at('03-02') })).toEqual(END)
  expect(failureStart(who({ failedAt: at('03-02') }))).toEqual(at('03-02'))
  expect(failureStart(beginning)).toBeNull()
})

test('rooms stay open for fourteen days of a charge that fails, and never shorter than is paid', () => {
  expect(graceEnd(active)).toEqual(at('03-15'))
  expect(graceEnd({ ...active, failedAt: at('02-27') })).toEqual(at('03-13'))
  expect(graceEnd({ ...active, failedAt: at('02-01') })).toEqual(END)
  expect(graceEnd(who({ failedAt: at('02-01') }))).toBeNull()
  expect(graceEnd(beginning)).toBeNull()
})

test('who declared an end has rooms until then, and no shorter than is paid', () => {
  expect(graceEnd({ ...active, endsAt: at('03-10') })).toEqual(at('03-10'))
  expect(graceEnd({ ...active, endsAt: at('02-20') })).toEqual(END)
  expect(graceEnd({ ...active, endsAt: at('04-01') })).toEqual(at('03-15'))
})

test('what was never paid opens no room', () => {
  expect(accessEnd(beginning)).toBeNull()
  expect(accessEnd({ ...ended, periodEnd: null })).toBeNull()
})

test('what was paid opens rooms until its end, whichever that is', () => {
  expect(accessEnd(active)).toEqual(at('03-15'))
  expect(accessEnd(cancelled)).toEqual(END)
  expect(accessEnd({ ...cancelled, endsAt: at('02-20') })).toEqual(at('02-20'))
  expect(accessEnd(ended)).toEqual(at('02-20'))
})

test('an order nobody approved is given up after three hours, one nobody paid after a fortnight', () => {
  expect(abandonmentDate(who({ orderedAt: at('02-01') }))).toEqual(at('02-01', '15:00:00'))
  expect(abandonmentDate(who({ orderedAt: at('01-01'), approvedAt: at('02-01') }))).toEqual(
    at('02-15'),
  )
  expect(abandonmentDate(beginning)).toBeNull()
  expect(abandonmentDate(active)).toBeNull()
})

test('a new price is agreed once it was accepted here and the provider charges it', () => {
  expect(isAgreed(active)).toBe(false)
  expect(isAgreed({ ...active, newPrice: accepted })).toBe(false)
  expect(isAgreed({ ...active, newPrice: accepted, chargedCents: 2489 })).toBe(false)
  expect(isAgreed({ ...active, newPrice: accepted, chargedCents: 2490 })).toBe(true)
  expect(isAgreed({ ...active, newPrice: price, chargedCents: 2490 })).toBe(false)
})

test('silence about a new price ends the contract a day before it would be charged', () => {
  expect(silenceEnd({ ...active, newPrice: price })).toEqual(at('02-28'))
  expect(silenceEnd(active)).toBeNull()
  expect(silenceEnd(who({ newPrice: price }))).toBeNull()
})

test('silence about a price of a later month ends nothing yet', () => {
  const from = new Date(END.getTime() + 1)
  expect(silenceEnd({ ...active, newPrice: { ...price, from } })).toBeNull()
})

test('who accepted goes on; where the provider asks as well, once they agreed there', () => {
  expect(silenceEnd({ ...active, newPrice: accepted })).toBeNull()
  const pendingApproval = { ...active, newPrice: { ...accepted, approveUrl: 'there' } }
  expect(silenceEnd(pendingApproval)).toEqual(at('02-28'))
  expect(silenceEnd({ ...pendingApproval, chargedCents: 2490 })).toBeNull()
})

test('the provider is told of a price that was accepted, for the charge that is next', () => {
  const state = { ...active, newPrice: accepted }
  expect(mustReprice(state)).toBe(true)
  expect(mustReprice({ ...state, newPrice: price })).toBe(false)
  expect(mustReprice({ ...state, status: 'past_due' })).toBe(false)
  expect(mustReprice({ ...state, endsAt: at('04-01') })).toBe(false)
  expect(mustReprice({ ...state, chargedCents: 2490 })).toBe(false)
  expect(mustReprice({ ...state, newPrice: { ...accepted, from: at('03-02') } })).toBe(false)
  expect(mustReprice(active)).toBe(false)
})

test('the next charge is the new price only from its day on and once it is agreed', () => {
  expect(nextCents(active)).toBe(1990)
  expect(nextCents({ ...active, newPrice: accepted })).toBe(1990)
  const agreed = { ...active, newPrice: accepted, chargedCents: 2490 }
  expect(nextCents(agreed)).toBe(2490)
  expect(nextCents({ ...agreed, newPrice: { ...accepted, from: at('03-02') } })).toBe(1990)
})

test('the next charge comes at the end of what is paid', () => {
  expect(nextCharge(active, at('02-10'))).toEqual(END)
  expect(nextCharge({ ...active, endsAt: at('04-01') }, at('02-10'))).toEqual(END)
})

test('nothing is charged of what is not paid, over, cancelled, or ends by then', () => {
  expect(nextCharge(beginning, at('02-10'))).toBeNull()
  expect(nextCharge({ ...active, periodEnd: null }, at('02-10'))).toBeNull()
  expect(nextCharge({ ...active, endsAt: END }, at('02-10'))).toBeNull()
  expect(nextCharge({ ...active, newPrice: price }, at('02-10'))).toBeNull()
  expect(nextCharge(cancelled, at('02-10'))).toBeNull()
  expect(nextCharge(ended, at('02-21'))).toBeNull()
})

test('a charge that failed is tried again on its days, and then no more', () => {
  expect(nextCharge(failing, END)).toEqual(nextRetry(failing, END))
  expect(nextRetry(failing, END)).toEqual(at('03-06'))
  expect(nextRetry(failing, at('03-06'))).not.toEqual(at('03-06'))
  expect(nextRetry(failing, at('03-10'))).toEqual(at('03-11'))
  expect(nextRetry(failing, at('03-11'))).toBeNull()
  expect(nextRetry(active, END)).toBeNull()
})

test('what is cancelled is stopped at the provider from when it was declared', () => {
  expect(stopDate(active)).toBeNull()
  expect(stopDate(cancelled)).toEqual(at('02-10'))
  expect(stopDate({ ...cancelled, cancelledAt: null })).toEqual(END)
  expect(stopDate({ ...cancelled, stoppedAt: at('02-10') })).toBeNull()
  expect(stopDate({ ...cancelled, endsAt: null })).toBeNull()
  // a later day that was wanted: one more month is charged
  const wanted = { ...active, cancelledAt: at('02-10'), endsAt: at('04-01') }
  expect(stopDate(wanted)).toBeNull()
})

test('while it may be disputed it is not stopped, but in time before the next charge', () => {
  expect(stopDate({ ...cancelled, disputeEnd: at('02-13') })).toEqual(at('02-13'))
  expect(stopDate({ ...cancelled, disputeEnd: at('03-05') })).toEqual(at('02-28'))
  const late = { ...cancelled, cancelledAt: at('02-28', '18:00:00') }
  expect(stopDate({ ...late, disputeEnd: at('03-03') })).toEqual(at('02-28', '18:00:00'))
})

test('what is over is stopped when it was, or when nobody may dispute it any more', () => {
  expect(stopDate(ended)).toEqual(at('02-20'))
  expect(stopDate({ ...ended, disputeEnd: at('02-23') })).toEqual(at('02-23'))
  expect(stopDate({ ...ended, disputeEnd: at('03-05') })).toEqual(at('02-28'))
  const late = { ...ended, endedAt: at('02-28', '18:00:00') }
  expect(stopDate({ ...late, disputeEnd: at('03-03') })).toEqual(at('02-28', '18:00:00'))
  expect(stopDate({ ...ended, periodEnd: null, disputeEnd: at('02-23') })).toEqual(at('02-23'))
})

test('a renewal is announced a week before, once for each', () => {
  expect(reminderDate(active)).toEqual(at('02-22'))
  expect(reminderDate({ ...active, remindedOf: at('02-01') })).toEqual(at('02-22'))
  expect(reminderDate({ ...active, remindedOf: END })).toBeNull()
})

test('where nothing is charged, nothing is announced', () => {
  expect(reminderDate(failing)).toBeNull()
  expect(reminderDate({ ...active, periodEnd: null })).toBeNull()
  expect(reminderDate({ ...active, endsAt: END })).toBeNull()
  expect(reminderDate({ ...active, endsAt: at('04-01') })).toEqual(at('02-22'))
})

test('a contract can be taken back for fourteen days from its approval', () => {
  const last = at('02-15', '22:59:59.999')
  expect(withdrawalDeadline(active)).toEqual(last)
  expect(withdrawalDeadline({ ...active, approvedAt: null })).toEqual(last)
  expect(withdrawalDeadline({ ...active, orderedAt: at('01-01') })).toEqual(last)
  expect(withdrawalDeadline(beginning)).toBeNull()
  expect(canWithdraw(active, last)).toBe(true)
  expect(canWithdraw(active, new Date(last.getTime() + 1))).toBe(false)
  expect(canWithdraw(ended, last)).toBe(false)
  expect(canWithdraw(beginning, last)).toBe(false)
})

test('who did not declare an end may say so for three days', () => {
  expect(disputeDeadline(at('02-10'))).toEqual(at('02-13'))
})
