import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { Session } from '../accounts/session.ts'
import { parseGermanDate } from './birthdate.ts'
import { endpoint } from '../endpoint.ts'
import { atLeast, key, Language, Password, passwordFits } from '../fields.ts'
import { Email } from '../emailField.ts'
import { limits } from '../limits.ts'
import { Bio, City, Username } from '../members/profileFields.ts'
import { InviteCode } from '../tokens.ts'

export const NewPassword = Password.check(
  atLeast(limits.password.min, 'password_too_short'),
  passwordFits,
)

/** `TT.MM.JJJJ` of a day that exists; the age is a rule of the clock, see `birthdateProblem`. */
export const Birthdate = z.string(key('birthdate_invalid')).check(
  z.trim(),
  z.refine((text) => parseGermanDate(text) !== null, key('birthdate_invalid')),
)

/** The part of it that is typed. */
export const SignUpForm = z.object({
  birthdate: Birthdate,
  email: Email,
  password: NewPassword,
  username: Username,
  city: City,
  bio: Bio,
  acceptsTerms: z.literal(true, { error: 'terms_required' }),
})

export const SignUpBody = z.object({
  isAdult: z.literal(true, { error: 'age_required' }),
  ...SignUpForm.shape,
  /** The version that was before them; any but the one in force is refused. */
  termsVersion: z.string().check(z.maxLength(20)),
  language: z.optional(Language),
  /** From /invite; admits at once when it is good, and stops the sign-up when it is not. */
  inviteCode: z.optional(InviteCode),
})

/** Creates account, profile and the recorded acceptance of the terms, or nothing. */
export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up',
  access: 'visitor',
  limits: { address: ['signUpPerAddress'] },
  isLimitedByHandler: true,
  body: SignUpBody,
  /** Null: the address has to be confirmed first. */
  response: z.object({ session: z.nullable(Session) }),
  errors: ['email_exists', codes.conflict, 'weak_password', 'invalid_invite', 'version_outdated'],
})
