import { expect, test } from 'vitest'
import type { SubscriptionRow } from './subscription.queries.ts'
import { toSubscription } from './subscription.view.ts'

const at = (day: string, time = '12:00:00') => new Date(`2027-${day}T${time}Z`)
const iso = (day: string) => at(day).toISOString()

type Happened = SubscriptionRow['events'][number]
const event = (kind: string, day: string, data: object = {}, key = kind): Happened => ({
  kind,
  key,
  occurredAt: iso(day),
  recordedAt: iso(day),
  data,
})
const ordered = event('ordered', '02-01', { priceId: 'a', cents: 1990, startsEarly: true })
const approved = event('approved', '02-01')
const paid = event('paid', '02-01', { paymentId: 'P1', cents: 1990, feeCents: 0 })
const price = { currency: 'EUR', vatPercent: 19 } as const
/** A contract to which this happened, as its member sees it on a day; the first month ends on 1 March. */
const seen = (happened: Happened[], day: string, row: Partial<SubscriptionRow> = {}) =>
  toSubscription(
    {
      id: 'one',
      number: '1',
      userId: 'mia',
      provider: 'house',
      providerId: 'HA-1',
      approveUrl: 'https://pay.example/approve',
      language: 'en',
      termsVersion: '1',
      startsEarly: true,
      orderedAt: iso('02-01'),
      status: 'active',
      priceId: 'a',
      prices: [
        { id: 'a', cents: 1990, ...price },
        { id: 'b', cents: 2490, ...price },
      ],
      rates: [{ vatPercent: 19, since: iso('01-01') }],
      lostDayRefunds: [],
      events: [ordered, ...happened],
      ...row,
    },
    at(day),
  )
const running = [approved, paid]

test('until it was approved an order says where', () => {
  expect(seen([], '02-01')).toMatchObject({
    status: 'pending',
    approveUrl: 'https://pay.example/approve',
  })
  expect(seen([approved], '02-01')).toMatchObject({ status: 'pending', approveUrl: null })
  expect(seen(running, '02-01')).toMatchObject({ status: 'active', approveUrl: null })
  const givenUp = seen([event('expired', '02-02')], '02-03')
  expect(givenUp).toMatchObject({ status: 'ended', approveUrl: null })
})

test('how long one may take it back, and what comes back, is said as long as one may', () => {
  expect(seen(running, '02-02')).toMatchObject({
    withdrawUntil: '2027-02-15T22:59:59.999Z',
    withdrawCents: 1990 - 71,
  })
  expect(seen(running, '02-16')).toMatchObject({ withdrawUntil: null, withdrawCents: null })
})

test('a charge of which nothing was heard yet failed no sooner than a day later, unless it is known to', () => {
  expect(seen(running, '03-01')).toMatchObject({ status: 'active' })
  expect(seen(running, '03-02')).toMatchObject({ status: 'past_due' })
  expect(seen([...running, event('payment_failed', '03-01')], '03-01').status).toBe('past_due')
})

const announced = event('price_announced', '02-01', {
  priceId: 'b',
  cents: 2490,
  from: iso('03-25'),
})
const accepted = event('price_accepted', '02-02', { priceId: 'b' })
const url = 'https://pay.example/agree'
const asking = event('price_pending', '02-03', { priceId: 'b', approveUrl: url })

test('a new price is shown until one agreed to it, here and where the provider asks for it too', () => {
  const shown = { price: { id: 'b', cents: 2490 }, from: iso('03-25'), approveUrl: null }
  const told = [...running, announced]
  expect(seen(told, '02-04').newPrice).toMatchObject(shown)
  expect(seen([...told, accepted], '02-04').newPrice).toBeNull()
  const waiting = [...told, accepted, asking]
  expect(seen(waiting, '02-04').newPrice).toMatchObject({ ...shown, approveUrl: url })
  const agreed = event('repriced', '02-04', { cents: 2490 })
  expect(seen([...waiting, agreed], '02-04').newPrice).toBeNull()
})

test('a member who cancelled is asked about no price', () => {
  const cancelled = event('cancelled', '02-03')
  expect(seen([...running, announced, cancelled], '02-04')).toMatchObject({
    status: 'cancelled',
    newPrice: null,
  })
})

test('why a contract is over is said, and nothing of one that runs', () => {
  const because = (happened: Happened[], day = '05-01') => seen(happened, day).endedBecause
  expect(because(running, '02-04')).toBeNull()
  expect(because([...running, event('withdrawn', '02-03')])).toBe('withdrawn')
  expect(because([...running, event('settled', '02-03', { rule: 'ban' })])).toBe('settled')
  expect(because([event('expired', '02-02')])).toBe('abandoned')
  const back = event('reversed', '02-03', { paymentId: 'P1', cents: 1990 })
  expect(because([...running, back])).toBe('reversed')
  expect(because([...running, event('cancelled', '02-03')])).toBe('cancelled')
  expect(because(running)).toBe('unpaid')
})

test('nobody is shown a contract without its price', () => {
  expect(() => seen(running, '02-02', { prices: [] })).toThrow('a contract without its price')
})
