import { expect, test } from 'vitest'
import { active, at, END, price } from '#testing/billing/standings.ts'
import { pay } from '#server/features/billing/subscriptions/subscription.payments.ts'

const charge = (cents: number) => ({ paymentId: 'P2', cents, feeCents: 50 })
const accepted = { ...price, isAccepted: true }
/** The price of the month that begins with a charge, as it stands for the next, and the term it bought. */
const bought = (state: typeof active, cents: number) => {
  const { priceId, newPrice, payments } = pay(state, charge(cents), END)
  return { priceId, newPrice, term: payments.at(-1)!.term }
}
const next = { start: END, end: at('04-01', '11:00:00') }

test('a charge at the former price buys a month at it, while the provider was not told of the new one', () => {
  const former = { priceId: 'a', newPrice: accepted, term: next }
  expect(bought({ ...active, newPrice: accepted }, 1990)).toEqual(former)
})

test('a charge at the new price is the first at it, also when nobody heard of it before', () => {
  const anew = { priceId: 'b', newPrice: null, term: next }
  expect(bought({ ...active, newPrice: accepted }, 2490)).toEqual(anew)
  expect(bought({ ...active, newPrice: accepted, chargedCents: 2490 }, 2490)).toEqual(anew)
})

test('a provider that agreed to the new price and charges the former one all the same charges enough', () => {
  const repriced = { ...active, newPrice: accepted, chargedCents: 2490 }
  expect(bought(repriced, 1990)).toEqual({ priceId: 'b', newPrice: null, term: next })
})

test('a price for a later month is not that of this one', () => {
  const later = { ...accepted, from: at('04-01') }
  const repriced = { ...active, newPrice: later, chargedCents: 2490 }
  expect(bought(repriced, 2490)).toEqual({ priceId: 'a', newPrice: later, term: next })
})
