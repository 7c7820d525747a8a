import { expect, test } from 'vitest'
import { letPass } from '#testing/club/clocks.ts'
import { LruCache } from './lruCache.ts'

const IDLE_MS = 60_000

test('of too many the one that was used longest ago goes', () => {
  const cache = new LruCache<number>({ most: 2, idleMs: IDLE_MS })
  cache.set('a', 1)
  cache.set('b', 2)
  expect(cache.get('a')).toBe(1)
  // looking is not using
  expect(cache.peek('b')).toBe(2)
  cache.set('c', 3)
  expect([...cache.values()]).toEqual([1, 3])
  expect(cache.get('b')).toBeUndefined()
  expect(cache.size).toBe(2)
})

test('what nobody used for so long goes, and what was used stays', () => {
  const cache = new LruCache<number>({ idleMs: IDLE_MS })
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at)
  cache.evict()
  expect(cache.size).toBe(3)
  letPass(IDLE_MS)
  expect(cache.get('b')).toBe(1)
  expect([...cache.values()]).toEqual([1])
})
