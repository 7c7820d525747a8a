import { expect, test } from 'vitest'
import { foldName } from '#contract/folding.ts'
import { cleanName } from '#contract/words.ts'
import { anything } from '#testing/fuzz/anyText.ts'
import fc from '#testing/property.ts'

/** Letters whose case, form or beginning is not what it seems. */
const LETTERS = [
  ['ß', 'ẞ', 'ſ', 'İ', 'ı', 'i', 'Σ', 'ς', 'σ', 'Ǆ', 'ǅ', 'ǆ', 'ŉ', 'ǰ', 'ﬁ', 'ﬃ', 'ﬅ', 'Å', 'K'],
  ['한', '하', 'ㅎ', 'ｶ', 'が', 'カ', 'ё', 'й', 'Ї', 'ά', 'ΐ', 'և', 'ა', 'Ა', 'Ꭰ', 'ꭰ'],
  [
    'ø',
    'Ø',
    'ł',
    'đ',
    'Æ',
    'œ',
    'þ',
    'ﷺ',
    'ﻼ',
    'ث',
    'שׁ',
    'हि',
    'กำ',
    '𝔐',
    'Ⅷ',
    '①',
    'ａ',
    '🏳️‍🌈',
    '1️⃣',
  ],
  Array.from('’‘‛ʻʼ`′″ŉ＇｀‐‑–—―−－﹣'),
].flat()
const name = fc.oneof(
  fc
    .array(fc.constantFrom(...LETTERS, ...'aÄö é-Bz'), { minLength: 1, maxLength: 8 })
    .map((all) => all.join('')),
  // but for the iota below Greek letters, which capitals write beside them
  anything(6).filter((text) => !text.normalize('NFD').includes('\u0345')),
)
const signs = (text: string) =>
  Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
    (one) => one.segment,
  )

test('every beginning of a name is one of it when both are looked for, in any case and form', () => {
  fc.assert(
    fc.property(name, fc.nat(8), fc.constantFrom('NFC', 'NFD', 'NFKC'), (typed, many, form) => {
      const whole = cleanName(typed)
      const begun = signs(whole).slice(0, many).join('')
      for (const written of [begun, begun.toUpperCase(), begun.toLowerCase()])
        expect(foldName(whole).startsWith(foldName(written.normalize(form))), written).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('a name that was folded stays as it is, and so do its halves put together', () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(foldName(foldName(one))).toBe(foldName(one))
      expect(foldName(`${one} ${other}`)).toBe(`${foldName(one)} ${foldName(other)}`)
    }),
  )
})
