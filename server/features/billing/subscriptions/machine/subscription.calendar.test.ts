import { expect, test } from 'vitest'
import { DAY_MS, dayNumber } from '#server/platform/lists/calendar.ts'
import { withdrawalEnd } from './subscription.calendar.ts'

const at = (iso: string) => new Date(iso)

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
  ['Labour Day, a Friday', '2026-04-17T10:00:00Z', '2026-05-04T21:59:59.999Z'],
  ['German Unity Day, a Wednesday', '2029-09-19T10:00:00Z', '2029-10-04T21:59:59.999Z'],
  ['the second day of Christmas, a Tuesday', '2028-12-12T10:00:00Z', '2028-12-27T22:59:59.999Z'],
  ['German Unity Day, a Sunday', '2027-09-19T10:00:00Z', '2027-10-04T21:59:59.999Z'],
])(
  'a contract may be taken back until the end of day 14 or the next working day: %s',
  (_, contract, end) => {
    expect(withdrawalEnd(at(contract))).toEqual(at(end))
  },
)

// Easter Sundays as the tables have them, early and late ones and those of other centuries
test.each([
  '1818-03-22',
  '1886-04-25',
  '1900-04-15',
  '1943-04-25',
  '1954-04-18',
  '1961-04-02',
  '1981-04-19',
  '2000-04-23',
  '2008-03-23',
  '2011-04-24',
  '2016-03-27',
  '2019-04-21',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2035-03-25',
  '2038-04-25',
  '2049-04-18',
  '2076-04-19',
  '2100-03-28',
  '2106-04-18',
  '2133-04-19',
  '2160-03-23',
  '2200-04-06',
  '2285-03-22',
  '2300-04-08',
])('day 14 on the Good Friday before Easter Sunday %s moves to the Tuesday after', (sunday) => {
  const easter = dayNumber(at(`${sunday}T12:00:00Z`))
  const contract = new Date((easter - 2 - 14) * DAY_MS + DAY_MS / 2)
  expect(dayNumber(withdrawalEnd(contract))).toBe(easter + 2)
})
