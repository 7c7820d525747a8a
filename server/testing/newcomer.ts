import type { RequestOf } from '#contract/endpoint.ts'
import type { signUp } from '#contract/signup.ts'
import { documentVersions } from '#contract/consentVersions.ts'
import { letters } from '#testing/random.ts'
import { PASSWORD } from './club.ts'

type SignUp = RequestOf<typeof signUp>['body']

/** What a visitor fills in to sign up; everything that must be unique is. */
export function newcomer(fields: Partial<SignUp> = {}): { body: SignUp } {
  const name = letters(24)
  return {
    body: {
      isAdult: true,
      birthdate: '01.04.1990',
      email: `${name}@example.org`,
      password: PASSWORD,
      username: `Newcomer ${name}`,
      city: 'Hamburg',
      bio: '',
      acceptsTerms: true,
      termsVersion: documentVersions.terms,
      ...fields,
    },
  }
}
