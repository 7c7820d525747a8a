import fc, { tries } from '#testing/property.ts'
import { limits } from '#contract/limits.ts'
import { cleanText, codePoints } from '#contract/words.ts'

/** Characters that text goes wrong on: halves, controls, marks, joiners, directions, foldings. */
const ODD = [
  ['\0', '\t', '\n', '\r\n', '\u0085', '\u001b', '\u007f', ' ', '\u00a0', '\u2003', '\u2028'],
  ['\ud800', '\udbff', '\udc00', '\udfff', '\ufffd', '\uffff', '\ufeff', '\u{10ffff}'],
  ['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\u034f', '\u3164', '\u180e', '\u115f'],
  ['\u202e', '\u2066', '\u2069', '\u061c', '\u200f', 'אב', 'سلام', '\ufe0f', '\u{e0061}'],
  ['e\u0301', '\u00e9', '\u0344', '\u1100\u1161', '\u2126', '\u212b', 'ﬁ', 'ß', 'İ', '\u0340'],
  ['🌙', '👨‍👩‍👧', '🏳️‍🌈', '🇩🇪', '👍🏽', '\ud83c', '愛', 'ก็็็', '\u0958', '\ufb2c'],
].flat()
const anyUnit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) },
)
/** Any text at all, well-formed or not. */
export const anything = (maxLength = 40) =>
  fc.array(anyUnit, { maxLength, size: 'max' }).map((units) => units.join(''))

/** Text around a limit: one unit again and again, so that the length hits it from both sides. */
const around = (...edges: number[]) =>
  fc
    .record({
      unit: fc.constantFrom('x', 'é', 'e\u0301', '🌙', '\ud800', '愛', '\u{10ffff}', '\u0344'),
      edge: fc.constantFrom(...edges),
      more: fc.integer({ min: -2, max: 2 }),
      head: anything(3),
      tail: anything(3),
    })
    .map(({ unit, edge, more, head, tail }) => {
      const space = edge + more - codePoints(cleanText(head + tail).trim())
      return head + unit.repeat(Math.max(0, Math.floor(space / codePoints(unit)))) + tail
    })
export const text = (...edges: number[]) => fc.oneof(anything(), around(...edges))

export const emails = fc.oneof(
  fc.emailAddress(),
  fc.emailAddress().map((email) => ` ${email.toUpperCase()}\u00a0`),
  fc.tuple(fc.emailAddress(), anything(2)).map(([email, odd]) => email.replace('@', `${odd}@`)),
  around(limits.email).map((long) => `${long.replace(/[^a-z]/g, 'x')}@example.org`),
  fc.integer({ min: 200, max: 260 }).map((length) => `${'x'.repeat(length - 12)}@example.org`),
  anything(20),
)
const birthdates = fc.oneof(
  fc
    .tuple(fc.nat(39), fc.nat(19), fc.integer({ min: 1890, max: 2030 }))
    .map(([day, month, year]) =>
      [String(day).padStart(2, '0'), String(month).padStart(2, '0'), year].join('.'),
    ),
  fc.constantFrom(
    '29.02.2000',
    '29.02.1900',
    '1.4.1990',
    ' 01.04.1990 ',
    '٠١.٠٤.١٩٩٠',
    '01.04.1990\0',
  ),
  anything(10),
)

export const passwords = text(6, 8, 100)
const invisible = fc
  .array(fc.constantFrom('\u3164', '\u115f', '\u034f', '\u00ad', '\ufe0f', '\u{e0061}', ' '), {
    maxLength: 4,
  })
  .map((units) => units.join(''))
export const usernames = fc.oneof(
  { weight: 9, arbitrary: text(limits.username.min, limits.username.max) },
  { weight: 1, arbitrary: invisible },
)
export const signUps = fc.record({
  email: emails,
  password: passwords,
  username: usernames,
  city: fc.option(text(1, 100), { nil: null }),
  bio: fc.option(text(1, 140), { nil: null }),
  birthdate: birthdates,
})

export const RUNS = tries(1000)

export const samples = <T>(arbitrary: fc.Arbitrary<T>, numRuns = RUNS): T[] =>
  fc.sample(arbitrary, { numRuns })

/** Does the work for each of the list, some at once. */
export async function inBatches<T>(
  list: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = list.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of rest) await work(one)
    }),
  )
}
