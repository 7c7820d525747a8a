import fc from 'fast-check'
import { expect, test } from 'vitest'
import { berlinDay } from '#contract/birthdate.ts'
import { daysBetween, monthsAfter, withdrawalEnd } from './subscription.calendar.ts'

const at = (iso: string) => new Date(iso)

test('months are those of the calendar: a day that a month lacks is its last, and only then', () => {
  const anchor = at('2027-01-31T12:00:00Z')
  const days = [0, 1, 2, 3, 13].map((n) => berlinDay(monthsAfter(anchor, n)))
  expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2028-02-29'])
})

test('a term ends at the time of day it began, in summer and winter', () => {
  expect(monthsAfter(at('2027-03-10T22:30:00.250Z'), 1)).toEqual(at('2027-04-10T21:30:00.250Z'))
  expect(monthsAfter(at('2027-10-10T21:30:00Z'), 1)).toEqual(at('2027-11-10T22:30:00Z'))
  // 02:30 does not exist on 28 March 2027
  expect(monthsAfter(at('2027-02-28T01:30:00Z'), 1)).toEqual(at('2027-03-28T01:30:00Z'))
})

test('every term is longer than the last one began, and none is longer than a month', () => {
  const time = fc.date({ min: at('2025-01-01'), max: at('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 60 }), (anchor, n) => {
      const days = daysBetween(monthsAfter(anchor, n), monthsAfter(anchor, n + 1))
      expect(days).toBeGreaterThanOrEqual(28)
      expect(days).toBeLessThanOrEqual(31)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a plain day', '2026-11-03T10:00:00Z', '2026-11-17T22:59:59.999Z'],
  ['just before midnight in Berlin', '2026-11-03T22:59:59Z', '2026-11-17T22:59:59.999Z'],
  ['just after midnight in Berlin', '2026-11-03T23:00:00Z', '2026-11-18T22:59:59.999Z'],
  ['a Saturday moves to Monday', '2026-11-07T10:00:00Z', '2026-11-23T22:59:59.999Z'],
  ['a Sunday moves to Monday', '2026-11-08T10:00:00Z', '2026-11-23T22:59:59.999Z'],
  [
    'both days of Christmas 2026 and the Sunday',
    '2026-12-11T10:00:00Z',
    '2026-12-28T22:59:59.999Z',
  ],
  ['Good Friday to the Tuesday after Easter', '2027-03-12T10:00:00Z', '2027-03-30T21:59:59.999Z'],
  ['Ascension', '2027-04-22T10:00:00Z', '2027-05-07T21:59:59.999Z'],
  ['Whit Monday', '2027-05-03T10:00:00Z', '2027-05-18T21:59:59.999Z'],
  ['New Year', '2026-12-18T10:00:00Z', '2027-01-04T22:59:59.999Z'],
  ['Labour Day, a Saturday', '2027-04-17T10:00:00Z', '2027-05-03T21:59:59.999Z'],
  ['German Unity Day, a Sunday', '2027-09-19T10:00:00Z', '2027-10-04T21:59:59.999Z'],
])(
  'a contract may be taken back until the end of day 14 or the next working day: %s',
  (_, contract, end) => {
    expect(withdrawalEnd(at(contract))).toEqual(at(end))
  },
)
