import { expect, test } from 'vitest'
import { letPass } from '#testing/club/clocks.ts'
import { RecentlyUsed } from './recentlyUsed.ts'

const IDLE_MS = 60_000

test('of too many the one that was used longest ago goes', () => {
  const kept = new RecentlyUsed<number>({ most: 2, idleMs: IDLE_MS })
  kept.keep('a', 1)
  kept.keep('b', 2)
  expect(kept.use('a')).toBe(1)
  // looking is not using
  expect(kept.peek('b')).toBe(2)
  kept.keep('c', 3)
  expect([...kept.values()]).toEqual([1, 3])
  expect(kept.use('b')).toBeUndefined()
  expect(kept.size).toBe(2)
})

test('what nobody used for so long goes, and what was used stays', () => {
  const kept = new RecentlyUsed<number>({ idleMs: IDLE_MS })
  for (const [at, key] of ['a', 'b', 'c'].entries()) kept.keep(key, at)
  kept.letGo()
  expect(kept.size).toBe(3)
  letPass(IDLE_MS)
  expect(kept.use('b')).toBe(1)
  expect([...kept.values()]).toEqual([1])
})
