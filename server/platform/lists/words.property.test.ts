import { expect, test } from 'vitest'
import { emailForm, isEmail } from '#contract/email.ts'
import { SignUpBody } from '#contract/admission/signup.ts'
import { cleanLine, cleanName, cleanWords, normalizeText } from '#contract/words.ts'
import { usernameKey } from '#server/features/members/profiles.policy.ts'
import { anything } from '#testing/fuzz/anyText.ts'
import fc from '#testing/property.ts'

/** Signs that are drawn as nothing, by the names of their kinds. */
const NOTHING = [
  ['\u00AD', '\u034F', '\u061C', '\u180E', '\u17B4', '\u17B5', '\uFEFF', '\uFFF9', '\uFFFB'],
  ['\u200B', '\u200E', '\u200F', '\u202A', '\u202C', '\u202E', '\u2060', '\u2066', '\u206F'],
  ['\u{E0001}', '\u{E0041}', '\u{E007F}', '\u{E0100}', '\u{1D173}', '\u{1BCA0}', '\uFE00'],
].flat()
const JOINERS = ['\u200C', '\u200D']
const BLANKS = ['\u2800', '\u3164', '\u115F', '\u1160', '\uFFA0', '\u{13441}', '\u3000', '\u00A0']
const AS_NOTHING = ['\uFFFC', '\u{1D159}', '\uFE0F']

/** The text with some of the signs before, in and after it. */
const scattered = (text: string, signs: readonly string[]) =>
  fc.array(fc.tuple(fc.nat(text.length), fc.constantFrom(...signs)), { maxLength: 6 }).map((some) =>
    Array.from({ length: text.length + 1 }, (_, at) => [
      ...some.flatMap(([place, sign]) => (place === at ? [sign] : [])),
      text[at] ?? '',
    ])
      .flat()
      .join(''),
  )

test.each(['Mia', 'Mia Hansen', 'Ögür', 'Müller-Lüdenscheid', 'Иван', '0815'])(
  'what nobody sees makes no other name of %s',
  (name) => {
    fc.assert(
      fc.property(scattered(name, [...NOTHING, ...JOINERS, '\uFFFC', '\u{1D159}']), (typed) => {
        expect(cleanName(typed)).toBe(name)
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...BLANKS), fc.constantFrom(...BLANKS), (one, other) => {
        expect(cleanName(one + name.replace(' ', one + other) + other)).toBe(name)
        expect(usernameKey(cleanName(name + one))).toBe(usernameKey(name))
      }),
    )
  },
)

test('an emoji in a name stays the emoji it is', () => {
  for (const name of ['Mia ❤️', '☀️ Mia', 'Mia 1️⃣', '👍🏽 Tom', '🇩🇪 Ben'])
    expect(cleanName(name)).toBe(name)
  for (const joined of ['🏳️‍🌈', '👩‍👩‍👧', '👨🏽‍💻', '❤️‍🔥', '👩🏽‍🤝‍👨🏿']) {
    expect(cleanName(`${joined} Mia`)).toBe(`${joined} Mia`)
    // told apart by nothing but the joiners, two names are one
    const apart = joined.replaceAll('\u200D', '')
    expect(usernameKey(apart)).toBe(usernameKey(joined))
    expect(cleanName(`${apart}\u200D`)).toBe(apart)
  }
})

test('a name, a line and words are clean once they were cleaned', () => {
  fc.assert(
    fc.property(anything(), (typed) => {
      for (const clean of [cleanName, cleanLine, cleanWords])
        expect(clean(clean(typed))).toBe(clean(typed))
    }),
  )
})

test('a picture is a text, also one that no engine knows yet', () => {
  const picture = fc
    .oneof(fc.integer({ min: 0x1f000, max: 0x1faff }), fc.integer({ min: 0x203c, max: 0x3299 }))
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /\p{Extended_Pictographic}/u.test(sign))
  const around = fc.constantFrom('', ' ', '\uFE0F', '\u200D', '\n', '\u{1F3FD}', '\u{E0067}')
  fc.assert(
    fc.property(around, picture, around, (before, sign, after) => {
      expect(cleanWords(before + sign + after)).toContain(sign)
      expect(cleanLine(before + sign + after)).toContain(sign)
    }),
  )
})

test('a line is one line, and keeps every sign that is seen', () => {
  const breaks = ['\n', '\r\n', '\r', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029']
  const words = fc.constantFrom(
    'Köln',
    'Ørsted',
    '東京',
    'İzmir',
    'Straße',
    'Ὀδυσσεύς',
    '🏳️‍🌈',
    'กำ',
    'שָׁלוֹם',
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(words, fc.constantFrom(...breaks, ...NOTHING.slice(6, 9))), {
        minLength: 1,
      }),
      (parts) => {
        const line = cleanLine(parts.flat().join(''))
        expect(line).not.toMatch(/[\n\r\t\v\f\u0085\u2028\u2029]/)
        const seen = parts.map(([word]) => cleanLine(word)).join('')
        expect(line.replaceAll(' ', '')).toBe(seen)
      },
    ),
  )
  fc.assert(
    fc.property(anything(), (typed) => {
      expect(cleanLine(typed)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    }),
  )
})

test.each([
  ['Name\tOrt', 'Name Ort'],
  ['Liebe Mia,\vkommst du?', 'Liebe Mia,\nkommst du?'],
  ['eins\u2028zwei\u2029drei\u0085vier\ffünf', 'eins\nzwei\ndrei\nvier\nfünf'],
  ['eins\r\nzwei\rdrei', 'eins\nzwei\ndrei'],
])('words that were apart where they were copied from stay apart: %j', (typed, kept) => {
  expect(cleanWords(typed)).toBe(kept)
})

test('letters and emoji that are younger than this engine are seen', () => {
  // kept for scripts, for Han and for pictures
  for (const young of ['\u{323B0}', '\u{3FFFD}', '\u{1EFFF}', '\u{1FAFF}'])
    expect([cleanName(young), cleanWords(young)]).toEqual([young, young])
  for (const none of ['\uFFFE', '\uFDD0', '\u{1FFFF}', '\uE000', '\u2065', '\u{E0FFF}'])
    expect(cleanWords(none)).toBe('')
})

test('of signs that are drawn as nothing no text is made', () => {
  const unseen = [...NOTHING, ...JOINERS, ...BLANKS, ...AS_NOTHING, '\u0301', '\n', ' ']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...unseen), { maxLength: 9 }), (signs) => {
      const typed = signs.join('')
      expect([cleanName(typed), cleanLine(typed), cleanWords(typed)]).toEqual(['', '', ''])
    }),
  )
})

test.each(['mia@example.org', "o'neill+tag@mail.example.ie", 'mia@xn--mller-kva.de'])(
  '%s is the same address with what nobody sees in it, in any case and width',
  (address) => {
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    const written = fc.constantFrom(address, address.toUpperCase(), wide(address))
    fc.assert(
      fc.property(
        written.chain((text) => scattered(text, NOTHING)),
        fc.constantFrom('', ' ', '\u00A0', '.', '\n', '\u3000'),
        (typed, end) => {
          expect(emailForm(typed + end)).toBe(address)
          expect(isEmail(emailForm(typed + end))).toBe(true)
        },
      ),
    )
  },
)

test.each([
  '“mia@example.org”',
  '„mia@example.org“',
  '"mia@example.org"',
  "'mia@example.org'",
  '‘mia@example.org’',
  '»mia@example.org«',
  '(mia@example.org)',
  '"mia@example.org",',
  'mailto:mia@example.org?subject=Hallo%20du',
  'Mia Müller <mailto:mia@example.org>;',
  'mia @example.org',
  'Mia@ Example.org ',
])('%s is what was copied of mia@example.org', (typed) => {
  expect(emailForm(typed)).toBe('mia@example.org')
})

test('an address in its form stays as it is', () => {
  const address = fc.oneof(
    anything(),
    fc.emailAddress(),
    anything(8).map((odd) => `m${odd}@x.de`),
    fc
      .array(
        fc.constantFrom(
          'mailto:',
          '<',
          '>',
          'mia@x.de',
          'Mia ',
          ';',
          ',',
          ' ',
          '.',
          '"',
          '(',
          ')',
          '?x',
        ),
      )
      .map((some) => some.join('')),
  )
  fc.assert(
    fc.property(address, (typed) => {
      expect(emailForm(emailForm(typed))).toBe(emailForm(typed))
    }),
  )
})

/** Marks that stand in each other's way, and in that of what removes signs between them. */
const PILES = ['\u0301\u0323', '\u0323\u0301\u200B', '\u0345\u3099', '\uFF9E\u0301', '\u0334\u0301']

test('what strangers send is put in order without taking the processor long', () => {
  for (const pile of PILES) {
    const long = `a${pile.repeat(16_000)}`
    const { user: before } = process.cpuUsage()
    for (const typed of [long, `mia@${long}.de`, `01.01.1990${long}`]) {
      const everywhere = Object.fromEntries(
        Object.keys(SignUpBody.shape).map((name) => [name, typed]),
      )
      expect(SignUpBody.safeParse(everywhere).success).toBe(false)
    }
    // unbounded it takes some ten seconds
    expect(process.cpuUsage({ user: before, system: 0 }).user / 1000, pile).toBeLessThan(2_000)
  }
})

test('what any language writes is normalised as Unicode says', () => {
  fc.assert(
    fc.property(anything(), fc.constantFrom('NFC' as const, 'NFKC' as const), (typed, form) => {
      expect(normalizeText(typed, form)).toBe(typed.toWellFormed().normalize(form))
    }),
  )
})
