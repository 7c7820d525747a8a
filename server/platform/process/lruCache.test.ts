import { expect, test } from 'vitest'
import { letPass } from '#testing/club/clocks.ts'
import { LruCache } from './lruCache.ts'

const IDLE_MS = 60_000

test('of too many the one that was used longest ago goes', () => {
  const kept = new LruCache<number>({ most: 2, idleMs: IDLE_MS })
  kept.set('a', 1)
  kept.set('b', 2)
  expect(kept.get('a')).toBe(1)
  // looking is not using
  expect(kept.peek('b')).toBe(2)
  kept.set('c', 3)
  expect([...kept.values()]).toEqual([1, 3])
  expect(kept.get('b')).toBeUndefined()
  expect(kept.size).toBe(2)
})

test('what nobody used for so long goes, and what was used stays', () => {
  const kept = new LruCache<number>({ idleMs: IDLE_MS })
  for (const [at, key] of ['a', 'b', 'c'].entries()) kept.set(key, at)
  kept.evict()
  expect(kept.size).toBe(3)
  letPass(IDLE_MS)
  expect(kept.get('b')).toBe(1)
  expect([...kept.values()]).toEqual([1])
})
