import { expect, test } from 'vitest'
import { formatRecent, formatRecentDay } from './recently.ts'

const NOW = new Date(2026, 10, 21, 20, 30)
const at = (...when: [number, number, number, number]) => new Date(...when, 5).toISOString()

test.each([
  [at(2026, 10, 21, 0), 'today, 00:05', 'heute, 00:05'],
  [at(2026, 10, 20, 23), 'yesterday, 23:05', 'gestern, 23:05'],
  [at(2026, 10, 19, 23), '19 November, 23:05', '19.11., 23:05'],
  [at(2026, 0, 1, 9), '1 January, 09:05', '01.01., 09:05'],
  [at(2025, 11, 31, 9), '31 December 2025, 09:05', '31.12.2025, 09:05'],
])('a moment is written as one would say it (%s)', (when, en, de) => {
  expect([formatRecent(when, NOW, 'en'), formatRecent(when, NOW, 'de')]).toEqual([en, de])
})

test('yesterday is the day before, also where the year or the clocks changed between', () => {
  const newYear = new Date(2027, 0, 1, 0, 30)
  expect(formatRecentDay(at(2026, 11, 31, 23), newYear, 'en')).toBe('yesterday')
  const longDay = new Date(2026, 9, 26, 0, 30)
  expect(formatRecentDay(at(2026, 9, 25, 0), longDay, 'en')).toBe('yesterday')
  expect(formatRecentDay(at(2026, 9, 24, 23), longDay, 'en')).toBe('24 October')
})
