import { expect, test } from 'vitest'
import { isSubscribed } from './billing.policy.ts'

const now = new Date('2026-06-15T12:00:00Z')

test('a subscription opens what it opens until the moment it is paid for', () => {
  expect(isSubscribed('2026-06-15T12:00:00.001Z', now)).toBe(true)
  expect(isSubscribed('2026-06-15T12:00:00Z', now)).toBe(false)
})

test('who never paid has none', () => {
  expect(isSubscribed(null, now)).toBe(false)
})
