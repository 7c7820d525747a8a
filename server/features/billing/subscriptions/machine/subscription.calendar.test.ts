import { expect, test } from 'vitest'
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
  ['German Unity Day, a Sunday', '2027-09-19T10:00:00Z', '2027-10-04T21:59:59.999Z'],
])(
  'a contract may be taken back until the end of day 14 or the next working day: %s',
  (_, contract, end) => {
    expect(withdrawalEnd(at(contract))).toEqual(at(end))
  },
)
