import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { SignUpBody } from '#contract/admission/signup.ts'
import { birthdateProblem } from '#contract/admission/birthdate.ts'
import { signUpProblems, trimFields, type SignUpFields } from './signUpForm.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

const odd = fc.constantFrom(
  '\0',
  '\ud800',
  '\u200b',
  '\u3164',
  'e\u0301',
  '🌙',
  ' ',
  '\n',
  '\u202e',
)
const text = (edge: number) =>
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(odd, { maxLength: 5 }).map((units) => units.join('')),
    fc
      .tuple(odd, fc.constantFrom('x', 'é', 'e\u0301', '🌙'), fc.integer({ min: -2, max: 2 }))
      .map(([head, unit, more]) => head + unit.repeat(Math.max(0, edge + more))),
  )
const day = fc
  .tuple(fc.nat(33), fc.nat(14), fc.integer({ min: 1900, max: 2027 }))
  .map(([date, month, year]) => `${date}.${month}.${year}`)
const forms: fc.Arbitrary<SignUpFields> = fc.record({
  email: fc.oneof(fc.emailAddress(), text(5), fc.constant(' Mia@Example.org ')),
  password: fc.oneof(text(8), text(100)),
  username: fc.oneof(text(2), text(50)),
  city: text(100),
  bio: text(140),
  birthdate: fc.oneof(day, text(3), fc.constant(' 01.04.1990 '), fc.constant('1.4.1990')),
  acceptsTerms: fc.boolean(),
})
test('the form finds wrong what the server would, field by field, and nothing else', () => {
  fc.assert(
    fc.property(forms, (form) => {
      // what the server does with what is sent
      const rest = { isAdult: true, termsVersion: '1.0.0' }
      const sent: unknown = JSON.parse(JSON.stringify({ ...trimFields(form), ...rest }))
      const { data, error } = SignUpBody.safeParse(sent)
      const wrong = new Map<PropertyKey, string>()
      for (const { path, message } of error?.issues ?? [])
        if (!wrong.has(path[0]!)) wrong.set(path[0]!, message)
      const age = data && birthdateProblem(data.birthdate, NOW)
      if (age) wrong.set('birthdate', age)

      const found = new Map(Object.entries(signUpProblems(form, NOW)))
      // of somebody too young the browser says so at once, the server when all else is right
      if (error && found.get('birthdate') !== undefined && !wrong.has('birthdate'))
        found.delete('birthdate')
      expect(found).toEqual(wrong)
    }),
    { numRuns: 2000 },
  )
})
