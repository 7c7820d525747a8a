import { expect, test } from 'vitest'
import { sumIfWithdrawn, listDues } from './subscription.dues.ts'
import type { SubscriptionEvent } from './subscription.events.ts'
import { fold } from './subscription.machine.ts'
import { accessEnd, hasRunOut, nextCharge, stopDate } from './subscription.state.ts'

const START = '2027-01-31T12:00:00.000Z'
const FIRST_END = '2027-02-28T12:00:00.000Z'
const at = (iso: string) => new Date(iso)
const iso = (time: Date | null) => time?.toISOString() ?? null

let count = 0
const event = (
  kind: SubscriptionEvent['kind'],
  when: string,
  data: object = {},
): SubscriptionEvent =>
  ({ kind, key: `${kind}-${(count += 1)}`, occurredAt: at(when), data }) as SubscriptionEvent
const ordered = (startsEarly = true) =>
  event('ordered', START, { priceId: 'a', cents: 1990, startsEarly })
const paid = (when: string, paymentId = `P-${when}`, cents = 1990) =>
  event('paid', when, { paymentId, cents, feeCents: 50 })
const begun = (startsEarly = true) => [
  ordered(startsEarly),
  event('approved', START),
  paid(START, 'P1'),
]

test('ordered, approved, paid: pending, pending, active', () => {
  const events = begun()
  const statuses = [1, 2, 3].map((n) => fold(events.slice(0, n), at(START)).status)
  expect(statuses).toEqual(['pending', 'pending', 'active'])
  expect(accessEnd(fold(events.slice(0, 2), at(START)))).toBeNull()
})

test('the last of January renews on the last of February and again on the last of March', () => {
  const later = fold([...begun(), paid(FIRST_END)], at('2027-03-01T00:00:00Z'))
  expect([iso(later.periodStart), iso(later.periodEnd)]).toEqual([
    FIRST_END,
    '2027-03-31T11:00:00.000Z',
  ])
})

test('a failed charge is past due, the next one that works is not', () => {
  const events = [...begun(), event('payment_failed', FIRST_END)]
  const failing = fold(events, at('2027-03-02T00:00:00Z'))
  expect([failing.status, failing.failures]).toEqual(['past_due', 1])
  expect(iso(nextCharge(failing, at('2027-03-02T00:00:00Z')))).toBe('2027-03-05T12:00:00.000Z')
  expect(iso(accessEnd(failing))).toBe('2027-03-14T12:00:00.000Z')
  const over = fold(events, at('2027-03-14T12:00:00Z'))
  expect([over.status, iso(over.endedAt)]).toEqual(['ended', '2027-03-14T12:00:00.000Z'])
  const again = fold([...events, paid('2027-03-14T12:00:00.000Z')], at('2027-03-14T12:00:00Z'))
  expect([again.status, again.failures]).toEqual(['active', 0])
})

test.each([{}, { endDate: '2027-06-01' }])(
  'to cancel while a charge fails ends it at once: %o',
  (data) => {
    const when = '2027-03-02T12:00:00.000Z'
    const events = [...begun(), event('payment_failed', FIRST_END), event('cancelled', when, data)]
    const state = fold(events, at(when))
    expect([state.status, iso(state.endedAt), iso(accessEnd(state))]).toEqual(['ended', when, when])
  },
)

test('a charge that crossed a cancellation is paid back whole', () => {
  const events = [...begun(), event('cancelled', '2027-02-28T11:59:59Z'), paid(FIRST_END, 'P2')]
  const state = fold(events, at('2027-03-01T12:00:00Z'))
  expect(state.status).toBe('ended')
  expect(listDues(state)).toEqual([{ paymentId: 'P2', cents: 1990, reason: 'duplicate' }])
})

test('what a bank takes back of a charge nobody expected leaves the paid month as it is', () => {
  const extra = paid('2027-02-05T12:00:00Z', 'P2')
  const back = event('reversed', '2027-02-06T12:00:00Z', { paymentId: 'P2', cents: 1990 })
  const state = fold([...begun(), extra, back], at('2027-02-07T12:00:00Z'))
  expect([state.status, listDues(state)]).toEqual(['active', []])
  const first = event('reversed', '2027-02-06T12:00:00Z', { paymentId: 'P1', cents: 1990 })
  expect(fold([...begun(), first], at('2027-02-07T12:00:00Z')).status).toBe('ended')
  const late = fold([...begun(), extra, back], at('2027-06-01T12:00:00Z'))
  expect([late.status, hasRunOut(late)]).toEqual(['ended', true])
})

test('days are counted as they are used, in the payer’s favour to the cent', () => {
  const sums = ['2027-01-31T22:59:59Z', '2027-01-31T23:00:00Z', '2027-02-10T12:00:00Z'].map(
    (when) => sumIfWithdrawn(fold(begun(), at(when)), at(when)),
  )
  // 28 days: none, one, ten of them
  expect(sums).toEqual([1990, 1990 - 71, 1990 - 710])
  const when = at('2027-02-10T12:00:00Z')
  expect(sumIfWithdrawn(fold(begun(false), when), when)).toBe(1990)
})

test('taken back is withdrawn until the money is back, and refunded then', () => {
  const events = [...begun(), event('withdrawn', '2027-02-10T12:00:00Z')]
  const when = at('2027-02-11T12:00:00Z')
  const due = listDues(fold(events, when))
  expect(due).toEqual([{ paymentId: 'P1', cents: 1280, reason: 'withdrawal' }])
  expect(fold(events, when).status).toBe('withdrawn')
  const back = (refundId: string, cents: number) =>
    event('refunded', '2027-02-11T12:00:00Z', { paymentId: 'P1', refundId, cents })
  expect(fold([...events, back('R1', 1000)], when).status).toBe('withdrawn')
  expect(fold([...events, back('R1', 1000), back('R2', 280)], when).status).toBe('refunded')
})

test('who takes back what was never paid is owed nothing', () => {
  const events = [ordered(), event('approved', START), event('withdrawn', '2027-02-01T12:00:00Z')]
  const state = fold(events, at('2027-02-01T12:00:00Z'))
  expect([state.status, listDues(state), accessEnd(state)]).toEqual(['ended', [], null])
})

test('taken back too late is not taken back', () => {
  const state = fold([...begun(), event('withdrawn', '2027-02-16T12:00:00Z')], at(FIRST_END))
  expect(state.withdrawnAt).toBeNull()
})

test('approved but never paid is over when the last retry is', () => {
  const events = [ordered(), event('approved', START), event('payment_failed', START)]
  expect(fold(events, at('2027-02-14T11:59:59Z')).status).toBe('pending')
  expect(fold(events, at('2027-02-14T12:00:00Z')).status).toBe('ended')
})

test('an approval that came just before the order was given up counts, one after it does not', () => {
  const expired = event('expired', '2027-01-31T15:00:00Z')
  const early = [ordered(), expired, event('approved', '2027-01-31T14:59:59Z')]
  expect(fold(early, at('2027-01-31T16:00:00Z')).status).toBe('pending')
  const late = [ordered(), expired, event('approved', '2027-01-31T15:00:01Z')]
  const state = fold(late, at('2027-01-31T16:00:00Z'))
  expect(state.status).toBe('ended')
  expect(stopDate(state)).not.toBeNull()
  const charged = fold([...late, paid('2027-01-31T15:00:02Z', 'P9')], at('2027-02-01T12:00:00Z'))
  expect(listDues(charged)).toEqual([{ paymentId: 'P9', cents: 1990, reason: 'duplicate' }])
})

test('a wanted end is that of the month in which it lies, and is paid until then', () => {
  const events = [...begun(), event('cancelled', '2027-02-01T12:00:00Z', { endDate: '2027-03-10' })]
  const running = fold(events, at('2027-02-02T12:00:00Z'))
  expect([running.status, iso(running.endsAt)]).toEqual(['active', '2027-03-31T11:00:00.000Z'])
  const last = fold([...events, paid(FIRST_END)], at('2027-03-01T12:00:00Z'))
  expect([last.status, nextCharge(last, at('2027-03-01T12:00:00Z'))]).toEqual(['cancelled', null])
})

test('silence about a higher price ends the contract before it is charged, consent does not', () => {
  const announced = event('price_announced', '2027-02-01T12:00:00Z', {
    priceId: 'b',
    cents: 2490,
    from: '2027-03-31T11:00:00.000Z',
  })
  const events = [...begun(), announced, paid(FIRST_END)]
  const silent = fold(events, at('2027-03-30T11:00:00Z'))
  expect([silent.status, iso(silent.endsAt)]).toEqual(['cancelled', '2027-03-31T11:00:00.000Z'])
  expect(iso(stopDate(silent))).toBe('2027-03-30T11:00:00.000Z')
  const agreed = [...events, event('price_accepted', '2027-03-01T12:00:00Z', { priceId: 'b' })]
  const renewed = [...agreed, paid('2027-03-31T11:00:00.000Z', 'P3', 2490)]
  const state = fold(renewed, at('2027-04-01T12:00:00Z'))
  expect([state.status, state.cents, state.priceId]).toEqual(['active', 2490, 'b'])
  expect(listDues(state)).toEqual([])
  // and nothing is taken in advance
  expect(fold(agreed, at('2027-03-02T12:00:00Z')).cents).toBe(1990)
})

test('what is reported of the same moment in another order is the same', () => {
  const events = [...begun(), event('cancelled', START), event('stopped', START)]
  const state = fold(events, at(START))
  expect(fold(events.toReversed(), at(START))).toEqual(state)
  expect([state.status, iso(state.endsAt)]).toEqual(['cancelled', FIRST_END])
})

test('the order comes before all that is told of it, whatever the provider’s clock shows', () => {
  const early = '2027-01-31T11:59:00.000Z'
  const state = fold([event('approved', early), paid(early, 'P1'), ordered()], at(START))
  expect([state.status, state.priceId, listDues(state)]).toEqual(['active', 'a', []])
  const again = event('ordered', '2027-02-01T12:00:00Z', {
    priceId: 'b',
    cents: 1,
    startsEarly: true,
  })
  expect(fold([...begun(), again], at(FIRST_END))).toMatchObject({ priceId: 'a', cents: 1990 })
})

test('of two charges of the same moment the same one buys the month, whichever was heard first', () => {
  const one = { ...paid(START, 'P1'), key: 'a' }
  const other = { ...paid(START, 'P2'), key: 'b' }
  for (const charges of [
    [one, other],
    [other, one],
  ]) {
    const state = fold([ordered(), event('approved', START), ...charges], at(START))
    expect(listDues(state).map(({ paymentId }) => paymentId)).toEqual(['P2'])
  }
})

test('an order nobody approved waits until the club gives it up', () => {
  expect(fold([ordered()], at('2027-01-31T16:00:00Z')).status).toBe('pending')
})

test('a charge that fails before the month is over is past due at once, and none that was cancelled', () => {
  const failed = event('payment_failed', '2027-02-20T12:00:00Z')
  expect(fold([...begun(), failed], at('2027-02-20T12:00:00Z')).status).toBe('past_due')
  const cancelled = event('cancelled', '2027-02-10T12:00:00Z')
  const state = fold([...begun(), cancelled, failed], at('2027-02-20T12:00:00Z'))
  expect([state.status, state.failures]).toEqual(['cancelled', 0])
  expect(fold([...begun(), cancelled], at(FIRST_END))).toMatchObject({
    status: 'ended',
    endedAt: at(FIRST_END),
  })
})

test('of a contract that is over only that its member is a minor still says something', () => {
  const over = [...begun(), event('cancelled', '2027-02-10T12:00:00Z')]
  const settled = (rule: string) =>
    fold([...over, event('settled', '2027-03-10T12:00:00Z', { rule })], at('2027-03-11T12:00:00Z'))
  expect([settled('ban').settledBy, listDues(settled('ban'))]).toEqual([null, []])
  expect(listDues(settled('minor'))).toEqual([
    { paymentId: 'P1', cents: 1990, reason: 'termination' },
  ])
})

test('a termination that was declared without login can be disputed for three days', () => {
  const settled = (isDisputable: boolean) => {
    const when = '2027-02-10T12:00:00Z'
    const data = { rule: 'termination', isDisputable }
    return iso(fold([...begun(), event('settled', when, data)], at(when)).disputeEnd)
  }
  expect([settled(true), settled(false)]).toEqual(['2027-02-13T12:00:00.000Z', null])
})

test('what a bank takes back is one for each payment, however often it is told', () => {
  const back = (paymentId: string) =>
    event('reversed', '2027-03-05T12:00:00Z', { paymentId, cents: 1990 })
  const events = [...begun(), paid(FIRST_END, 'P2'), back('P1'), back('P2'), back('P1')]
  const { reversals } = fold(events, at('2027-03-06T12:00:00Z'))
  expect(reversals.map(({ paymentId }) => paymentId)).toEqual(['P1', 'P2'])
})

const cancelling = (when: string, data: object = {}) => event('cancelled', when, data)
const endOf = (...events: SubscriptionEvent[]) =>
  iso(fold(events, at('2027-02-12T12:00:00Z')).endsAt)

test('a wanted end is the end of its own month, counted from the first that was paid, and of none too far', () => {
  const wanted = (endDate: string) =>
    endOf(...begun(), cancelling('2027-02-10T12:00:00Z', { endDate }))
  expect(wanted('2027-02-28')).toBe(FIRST_END)
  expect(wanted('2027-03-01')).toBe('2027-03-31T11:00:00.000Z')
  expect(wanted('2099-01-01')).toBe('2037-01-31T12:00:00.000Z')
  // one that was too little bought nothing
  const later = [
    ordered(),
    event('approved', START),
    paid(START, 'P0', 100),
    paid('2027-02-05T12:00:00Z'),
  ]
  const end = endOf(...later, cancelling('2027-02-10T12:00:00Z', { endDate: '2027-04-01' }))
  expect(end).toBe('2027-04-05T11:00:00.000Z')
})

test('of several ends that were declared the earliest counts', () => {
  const soon = cancelling('2027-02-10T12:00:00Z')
  const late = cancelling('2027-02-11T12:00:00Z', { endDate: '2027-04-01' })
  expect(endOf(...begun(), soon, late)).toBe(FIRST_END)
  const first = cancelling('2027-02-09T12:00:00Z', { endDate: '2027-04-01' })
  expect(endOf(...begun(), first, soon)).toBe(FIRST_END)
})

test('to cancel when the month is just over ends it at once, whatever end was wanted', () => {
  const state = fold([...begun(), cancelling(FIRST_END, { endDate: '2027-06-01' })], at(FIRST_END))
  expect([state.status, iso(state.endedAt)]).toEqual(['ended', FIRST_END])
})

test('a cancellation can be disputed for three days from the first that was declared, if that one can', () => {
  const disputable = { isDisputable: true }
  const until = (...events: SubscriptionEvent[]) =>
    iso(fold([...begun(), ...events], at('2027-02-12T12:00:00Z')).disputeEnd)
  const [first, second] = ['2027-02-09T12:00:00Z', '2027-02-10T12:00:00Z']
  expect(until(cancelling(first, disputable))).toBe('2027-02-12T12:00:00.000Z')
  expect(until(cancelling(first, disputable), cancelling(second, disputable))).toBe(
    '2027-02-12T12:00:00.000Z',
  )
  expect(until(cancelling(first), cancelling(second, disputable))).toBeNull()
  // what was never paid is over at once
  const unpaid = [ordered(), event('approved', START), cancelling(first, disputable)]
  expect(fold(unpaid, at(first))).toMatchObject({ status: 'ended', disputeEnd: null })
})

test('a wanted end is charged for until what was paid reaches it', () => {
  const wanted = cancelling('2027-02-10T12:00:00Z', { endDate: '2027-03-15' })
  const events = [...begun(), wanted]
  expect(fold(events, at('2027-02-12T12:00:00Z')).status).toBe('active')
  expect(fold([...events, paid(FIRST_END)], at(FIRST_END)).status).toBe('cancelled')
  const far = [...begun(), cancelling('2027-02-10T12:00:00Z', { endDate: '2027-04-15' })]
  expect(fold([...far, paid(FIRST_END)], at(FIRST_END)).status).toBe('active')
})

test('a charge counts once, opens no more than its month, and moves no time of withdrawal', () => {
  const extra = paid('2027-02-05T12:00:00Z', 'P2')
  const next = paid(FIRST_END, 'P3')
  const state = fold([...begun(), extra, next, paid(FIRST_END, 'P3')], at(FIRST_END))
  expect(state.payments.map(({ paymentId }) => paymentId)).toEqual(['P1', 'P2', 'P3'])
  expect([iso(state.periodEnd), iso(state.approvedAt)]).toEqual(['2027-03-31T11:00:00.000Z', START])
})

test('a charge is expected from fourteen days before the month is over, and of what was agreed', () => {
  const bought = (when: string, cents = 1990) =>
    fold([...begun(), paid(when, 'P2', cents)], at(FIRST_END)).payments[1]!.term !== null
  expect(bought('2027-02-14T12:00:00.000Z')).toBe(true)
  expect(bought('2027-02-14T11:59:59.999Z')).toBe(false)
  expect(bought('2027-02-14T12:00:00.000Z', 1989)).toBe(false)
})
