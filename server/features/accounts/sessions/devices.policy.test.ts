import { expect, test } from 'vitest'
import { isNewsToOwner } from './devices.policy.ts'

const now = new Date('2026-06-15T12:00:00Z')
const joined = (createdAt: string, devices = 1) => isNewsToOwner({ createdAt, devices }, now)

test('signing up, and the same again within ten minutes, is no news', () => {
  expect(joined('2026-06-15T11:50:00Z', 2)).toBe(false)
  expect(joined('2026-06-15T12:00:00Z', 2)).toBe(false)
})

test('a second browser is news from the eleventh minute on', () => {
  expect(joined('2026-06-15T11:49:59.999Z', 2)).toBe(true)
})

test('the first log-in of who took days to confirm an address is no news', () => {
  expect(joined('2026-06-15T11:00:00Z')).toBe(false)
  expect(joined('2026-06-08T12:00:00Z')).toBe(false)
})

test('the only browser of an account older than that is news', () => {
  expect(joined('2026-06-08T11:59:59.999Z')).toBe(true)
})
