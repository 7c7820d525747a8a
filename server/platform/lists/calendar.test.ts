import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { berlinDay } from '#contract/day.ts'
import { countDays, endOfDay, addMonths } from './calendar.ts'

const at = (iso: string) => new Date(iso)

test('months are those of the calendar: a day that a month lacks is its last, and only then', () => {
  const anchor = at('2027-01-31T12:00:00Z')
  const days = [0, 1, 2, 3, 13].map((n) => berlinDay(addMonths(anchor, n)))
  expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2028-02-29'])
})

test('a term ends at the time of day it began, in summer and winter', () => {
  expect(addMonths(at('2027-03-10T22:30:00.250Z'), 1)).toEqual(at('2027-04-10T21:30:00.250Z'))
  expect(addMonths(at('2027-10-10T21:30:00Z'), 1)).toEqual(at('2027-11-10T22:30:00Z'))
  // 02:30 does not exist on 28 March 2027
  expect(addMonths(at('2027-02-28T01:30:00Z'), 1)).toEqual(at('2027-03-28T01:30:00Z'))
})

test('every term is longer than the last one began, and none is longer than a month', () => {
  const time = fc.date({ min: at('2025-01-01'), max: at('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 60 }), (anchor, n) => {
      const days = countDays(addMonths(anchor, n), addMonths(anchor, n + 1))
      expect(days).toBeGreaterThanOrEqual(28)
      expect(days).toBeLessThanOrEqual(31)
    }),
    { numRuns: 500 },
  )
})

test('a day ends at midnight in Berlin, in summer and winter, and when the clock is changed', () => {
  expect(endOfDay(at('2027-06-10T21:59:59Z'))).toEqual(at('2027-06-10T21:59:59.999Z'))
  expect(endOfDay(at('2027-06-10T22:00:00Z'))).toEqual(at('2027-06-11T21:59:59.999Z'))
  expect(endOfDay(at('2027-03-27T23:00:00Z'))).toEqual(at('2027-03-28T21:59:59.999Z'))
  expect(endOfDay(at('2027-10-30T22:00:00Z'))).toEqual(at('2027-10-31T22:59:59.999Z'))
})
