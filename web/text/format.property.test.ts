import { expect, test } from 'vitest'
import fc from '#testing/property.ts'
import { formatDate, formatDay } from './format.ts'

const day = fc
  .date({ min: new Date('1583-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a day without a time reads as that day, in both languages and by both ways', () => {
  fc.assert(
    fc.property(day, (text) => {
      const [year, month, date] = text.split('-') as [string, string, string]
      expect(formatDate(text, 'de')).toBe(`${date}.${month}.${year}`)
      expect(formatDate(text, 'en')).toMatch(
        new RegExp(`^${Number(date)} [A-Z][a-z]+ ${Number(year)}$`),
      )
      expect(formatDay(text, 'de')).toBe(formatDate(text, 'de'))
    }),
  )
})

test('what is more than a day is none', () => {
  fc.assert(
    fc.property(
      day,
      fc.constantFrom('T12:00', 'T00:00:00Z', ' ', '\n', '+01:00', '\u200E', '0'),
      (text, more) => {
        expect(() => formatDate(text + more, 'de')).toThrow(RangeError)
        expect(() => formatDate(more + text, 'en')).toThrow(RangeError)
      },
    ),
  )
})
