import { expect, test } from 'vitest'
import { putNewest } from './newest.ts'

test('of more than fit the one put longest ago goes, and putting it again makes it the newest', () => {
  const map = new Map<string, number>()
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    putNewest(map, [key, value], { most: 2 })
  expect([...map]).toEqual([
    ['b', 2],
    ['a', 3],
  ])
  putNewest(map, ['c', 4], { most: 2 })
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
