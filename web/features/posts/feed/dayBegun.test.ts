import { expect, test } from 'vitest'
import { dayBegun } from '#web/features/posts/postTime.ts'

const NOW = new Date(2026, 10, 21, 20, 30)
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()

test('a day of the conversation is named where it begins, and only there', () => {
  const newestFirst = [at(21, 20), at(21, 1), at(20, 23), at(20, 9), at(3, 22)]
  const named = newestFirst.map((when, index) => dayBegun(when, newestFirst[index - 1], NOW, 'de'))
  expect(named).toEqual([null, null, 'yesterday', null, '03.11.'])
})

test('a room quiet since yesterday says so at its head', () => {
  expect(dayBegun(at(20, 9), undefined, NOW, 'en')).toBe('yesterday')
  expect(dayBegun(at(19, 9), undefined, NOW, 'en')).toBe('19 November')
})
