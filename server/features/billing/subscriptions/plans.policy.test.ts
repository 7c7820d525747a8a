import { expect, test } from 'vitest'
import { findRate, toPrice } from './plans.policy.ts'

const rates = [
  { vatPercent: 16, since: '2026-01-01T00:00:00Z' },
  { vatPercent: 19, since: '2026-07-01T00:00:00Z' },
]

test('a price says how much of it is tax', () => {
  const price = { id: 'one', cents: 1990, currency: 'EUR', vatPercent: 19 } as const
  expect(toPrice(price)).toEqual({ ...price, vatCents: 318 })
})

test('the tax in a price is the one of the day', () => {
  expect(findRate(rates, new Date('2026-06-30T23:59:59Z'))).toBe(16)
  expect(findRate(rates, new Date('2026-07-01T00:00:00Z'))).toBe(19)
})

test('before the first rate the first one counts', () => {
  expect(findRate(rates, new Date('2025-12-31T00:00:00Z'))).toBe(16)
})

test('without a price nothing is counted', () => {
  expect(() => findRate([], new Date('2026-06-30T00:00:00Z'))).toThrow('no price')
})
