import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { dayNumber } from '#server/platform/lists/calendar.ts'
import { questionOfDay } from './icebreakers.rotation.ts'

const dayAt = (iso: string) => dayNumber(new Date(iso))

test.each([
  ['in winter', '2026-01-14T22:59:59.999Z', '2026-01-14T23:00:00Z'],
  ['in summer', '2026-07-14T21:59:59.999Z', '2026-07-14T22:00:00Z'],
  ['before clocks go forward', '2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00Z'],
  ['after clocks went forward', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00Z'],
  ['before clocks go back', '2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z'],
  ['after clocks went back', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'],
  ['at New Year', '2026-12-31T22:59:59.999Z', '2026-12-31T23:00:00Z'],
])('a new day of the club begins at midnight in Berlin, %s', (_, last, first) => {
  expect(dayAt(first)).toBe(dayAt(last) + 1)
})

test('each day of the club is one day, the short and the long one too', () => {
  const start = dayAt('2026-01-01T12:00:00Z')
  for (let day = 0; day < 800; day += 1)
    expect(dayNumber(new Date(Date.UTC(2026, 0, 1 + day, 12)))).toBe(start + day)
})

const listOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `${n}` }))
const asks = (day: number, count: number) => Number(questionOfDay(day, listOf(count))?.id)

test('no question comes again before the list is through, nor on two days running', () => {
  const aDay = fc.integer({ min: 0, max: 60_000 })
  fc.assert(
    fc.property(aDay, fc.integer({ min: 3, max: 80 }), (day, count) => {
      const firstOfRound = day - (day % count)
      const round = listOf(count).map((_, n) => asks(firstOfRound + n, count))
      expect(new Set(round).size).toBe(count)
      expect(asks(day, count)).not.toBe(asks(day + 1, count))
    }),
  )
})

test('every round has an order of its own', () => {
  const round = (n: number) => listOf(60).map((_, day) => asks(n * 60 + day, 60))
  expect(round(343)).not.toEqual(round(344))
})

test('a list of one or two questions works, and an empty one has none', () => {
  expect(asks(20_000, 1)).toBe(0)
  expect(new Set([20_000, 20_001].map((day) => asks(day, 2)))).toEqual(new Set([0, 1]))
  expect(questionOfDay(20_000, [])).toBeUndefined()
})

test('what was asked lately is passed over as long as there is anything else, however the list changes', () => {
  const aDay = fc.integer({ min: 0, max: 60_000 })
  const someAsked = fc.uniqueArray(fc.integer({ min: 0, max: 79 }), { maxLength: 12 })
  fc.assert(
    fc.property(aDay, fc.integer({ min: 1, max: 80 }), someAsked, (day, count, asked) => {
      const list = listOf(count)
      const ids = new Set(asked.map(String))
      const next = questionOfDay(day, list, ids)!
      const isAnyLeft = list.some(({ id }) => !ids.has(id))
      expect(ids.has(next.id)).toBe(!isAnyLeft)
    }),
  )
})
