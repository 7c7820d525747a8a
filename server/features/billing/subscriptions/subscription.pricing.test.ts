import { expect, test } from 'vitest'
import { accept, announce, postponePrice } from './subscription.pricing.ts'
import {
  beginning,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

const at = (day: string, time = '12:00:00.000') => new Date(`2027-${day}T${time}Z`)
const now = at('02-10')

const active: SubscriptionState = {
  ...beginning,
  status: 'active',
  priceId: 'a',
  cents: 1990,
  payments: [
    {
      paymentId: 'P1',
      cents: 1990,
      feeCents: 0,
      priceId: 'a',
      agreedCents: 1990,
      at: at('02-01'),
      term: { start: at('02-01'), end: at('03-01') },
    },
  ],
  periodStart: at('02-01'),
  periodEnd: at('03-01'),
}
const from = '2027-03-12T12:00:00.000Z'
const higher = { priceId: 'b', cents: 2490, from }
const announcedPrice = { ...higher, from: new Date(from), isAccepted: false, approveUrl: null }
const agreed = { ...announcedPrice, isAccepted: true }

test('a higher price is announced thirty days before', () => {
  expect(announce(active, higher, now).newPrice).toEqual(announcedPrice)
  const late = at('02-10', '12:00:00.001')
  expect(announce(active, higher, late).newPrice).toBeNull()
})

test('nobody is asked for a price that is the same or lower, nor for one before it', () => {
  const announcedState = { ...active, newPrice: announcedPrice }
  expect(announce(active, { ...higher, cents: 1500 }, now).newPrice).toBeNull()
  expect(announce(announcedState, { ...higher, cents: 1990 }, now).newPrice).toBeNull()
  expect(announce(announcedState, { ...higher, cents: 1500 }, now).newPrice).toBeNull()
  expect(announce(announcedState, { ...higher, cents: 1991 }, now).newPrice).toMatchObject({
    cents: 1991,
  })
})

test('what somebody agreed to stays, whatever is announced after it', () => {
  const agreedState = { ...active, newPrice: agreed }
  expect(announce(agreedState, { ...higher, cents: 2990 }, now).newPrice).toEqual(agreed)
  expect(announce(agreedState, { ...higher, cents: 1500 }, now).newPrice).toEqual(agreed)
})

test('of a contract that is over no price is announced', () => {
  expect(announce({ ...active, status: 'ended' }, higher, now).newPrice).toBeNull()
})

test('a price is agreed to by its own yes, while the contract runs', () => {
  const announcedState = { ...active, newPrice: announcedPrice }
  expect(accept(announcedState, { priceId: 'b' }).newPrice).toEqual(agreed)
  expect(accept(announcedState, { priceId: 'c' }).newPrice).toEqual(announcedPrice)
  expect(accept({ ...announcedState, status: 'ended' }, { priceId: 'b' }).newPrice).toEqual(
    announcedPrice,
  )
  expect(accept(active, { priceId: 'b' }).newPrice).toBeNull()
})

const there = { priceId: 'b', approveUrl: 'there' }
const due = { ...agreed, from: at('03-01') }

test('who has to agree at the provider as well has a week for it, or a month more', () => {
  const dueState = { ...active, newPrice: due }
  expect(postponePrice(dueState, there, at('02-22')).newPrice).toEqual({
    ...due,
    approveUrl: 'there',
  })
  expect(postponePrice(dueState, there, at('02-22', '12:00:00.001')).newPrice).toEqual({
    ...due,
    approveUrl: 'there',
    // summer time begins in between
    from: at('04-01', '11:00:00.000'),
  })
})

test('another address for the same question gives no more time', () => {
  const dueState = { ...active, newPrice: { ...due, approveUrl: 'here' } }
  expect(postponePrice(dueState, there, at('02-28')).newPrice).toEqual({
    ...due,
    approveUrl: 'there',
  })
})

test('a price of a later day stays one', () => {
  const later = { ...agreed, from: at('06-01') }
  const put = postponePrice({ ...active, newPrice: later }, there, at('02-28'))
  expect(put.newPrice).toEqual({ ...later, approveUrl: 'there' })
})

test('only what was agreed to here is asked for there, and of no contract that is over', () => {
  expect(postponePrice({ ...active, newPrice: announcedPrice }, there, now).newPrice).toEqual(
    announcedPrice,
  )
  const other = { ...there, priceId: 'c' }
  expect(postponePrice({ ...active, newPrice: due }, other, now).newPrice).toEqual(due)
  expect(postponePrice({ ...active, status: 'ended', newPrice: due }, there, now).newPrice).toEqual(
    due,
  )
  expect(postponePrice(active, there, now).newPrice).toBeNull()
})

test('without a month that was paid nothing is put off', () => {
  const unpaid = { ...active, newPrice: due, payments: [], periodEnd: null }
  expect(postponePrice(unpaid, there, at('02-28')).newPrice).toEqual({
    ...due,
    approveUrl: 'there',
  })
  const unbought = active.payments.map((payment) => ({ ...payment, term: null }))
  const put = postponePrice({ ...active, newPrice: due, payments: unbought }, there, at('02-28'))
  expect(put.newPrice).toEqual({ ...due, approveUrl: 'there' })
})
