import { expect, test } from 'vitest'
import { reportsPerThousand, hideSmallCount } from './health.policy.ts'

test('a number of people below five is not shown', () => {
  expect([0, 1, 4, 5, 6].map(hideSmallCount)).toEqual([0, null, null, 5, 6])
})

test('reports are shown per thousand posts, to one decimal', () => {
  expect(reportsPerThousand(7, 3000)).toBe(2.3)
  expect(reportsPerThousand(50, 1000)).toBe(50)
})

test('no reports, or no posts, are none per thousand', () => {
  expect(reportsPerThousand(0, 3000)).toBe(0)
  expect(reportsPerThousand(0, 1)).toBe(0)
  expect(reportsPerThousand(7, 0)).toBe(0)
})

test('with so few reports or posts that they would point at somebody no rate is shown', () => {
  expect(reportsPerThousand(1, 3000)).toBeNull()
  expect(reportsPerThousand(7, 1)).toBeNull()
})
