import { expect, test } from 'vitest'
import { excerpt } from '#contract/excerpt.ts'
import fc, { tries } from '#testing/property.ts'

const before = 'x'.repeat(119)

test.each([
  ['a family', '👩‍👩‍👧‍👦'],
  ['a flag of many', '🏳️‍🌈'],
  ['a flag of two', '🇩🇪'],
  ['four marks', 'e\u0301\u0302\u0303\u0304'],
  ['a colour of skin', '👍🏽'],
  ['a number in a frame', '1️⃣'],
  ['a syllable', '한'.normalize('NFD')],
  ['a half of Latin and Thai', 'กำ'],
])('%s is never cut', (_, sign) => {
  expect(excerpt(before + sign + ' and more', 120)).toBe(`${before}…`)
  expect(excerpt(`${before}xx ${sign}`, 120)).toBe(`${before}x…`)
})

test('what fits stays as it is, and what was cut says so', () => {
  expect(excerpt(before, 120)).toBe(before)
  expect(excerpt(`${before}🍷`, 120)).toBe(`${before}🍷`)
  expect(excerpt(`${before}🍷!`, 120)).toBe(`${before}🍷…`)
  expect(excerpt(`${before} Wein`, 120)).toBe(`${before}…`)
  expect(excerpt('', 120)).toBe('')
})

test('one code point more than is shown tells where to cut', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '🇩', '🇪', '\u200D', '👩', '\u0301', '🏽', '한', 'ᄒ', 'ᅡ'),
    maxLength: 30,
  })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 12 }), (whole, most) => {
      const start = Array.from(whole)
        .slice(0, most + 1)
        .join('')
      const cut = excerpt(start, most)
      expect(cut).toBe(excerpt(whole, most))
      const signs = Array.from(new Intl.Segmenter('en').segment(whole), ({ segment }) => segment)
      const ends = signs.map((_, at) => signs.slice(0, at).join('').trimEnd())
      if (Array.from(whole).length <= most) expect(cut).toBe(whole)
      else expect(ends).toContain(cut.slice(0, -1))
    }),
    { numRuns: tries(2_000) },
  )
})
