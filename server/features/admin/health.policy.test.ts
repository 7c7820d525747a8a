import { expect, test } from 'vitest'
import { reportsPerThousand, hideSmallCount } from './health.policy.ts'

test('a number of people that could be counted on one hand is not told', () => {
  expect([0, 1, 4, 5, 6].map(hideSmallCount)).toEqual([0, null, null, 5, 6])
})

test('reports are told per thousand posts, to one place', () => {
  expect(reportsPerThousand(7, 3000)).toBe(2.3)
  expect(reportsPerThousand(50, 1000)).toBe(50)
})

test('no reports, or no posts, are none per thousand', () => {
  expect(reportsPerThousand(0, 3000)).toBe(0)
  expect(reportsPerThousand(0, 1)).toBe(0)
  expect(reportsPerThousand(7, 0)).toBe(0)
})

test('so few reports or posts that they would tell of somebody are not told as a rate', () => {
  expect(reportsPerThousand(1, 3000)).toBeNull()
  expect(reportsPerThousand(7, 1)).toBeNull()
})
