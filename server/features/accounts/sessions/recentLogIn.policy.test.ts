import { expect, test } from 'vitest'
import { isFreshProof } from './recentLogIn.policy.ts'

const now = new Date('2026-06-15T12:00:00Z')

test('a typed password counts as proof for ten minutes', () => {
  expect(isFreshProof('2026-06-15T12:00:00Z', now)).toBe(true)
  expect(isFreshProof('2026-06-15T11:50:00Z', now)).toBe(true)
  expect(isFreshProof('2026-06-15T11:49:59.999Z', now)).toBe(false)
})

test('who never typed it in this session is not', () => {
  expect(isFreshProof(null, now)).toBe(false)
})

test('a proof from a time to come, before the clock was set back, is good for no longer', () => {
  expect(isFreshProof('2026-06-15T12:10:00Z', now)).toBe(true)
  expect(isFreshProof('2026-06-15T12:10:00.001Z', now)).toBe(false)
})
