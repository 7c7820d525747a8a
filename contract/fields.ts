import * as z from 'zod'
import { parseGermanDate } from './birthdate.ts'
import { limits } from './limits.ts'
import { cleanLine, cleanName, cleanText, codePoints } from './words.ts'

/**
 * Keys of the validation words (spec section 5). Schemas carry the key, catalogues the words.
 */
export const validationKeys = [
  'email_invalid',
  'email_too_long',
  'password_required',
  'password_too_short',
  'password_too_long',
  'reset_password_too_short',
  'passwords_differ',
  'current_password_required',
  'username_too_short',
  'username_too_long',
  'city_too_long',
  'bio_too_long',
  'birthdate_invalid',
  'birthdate_underage',
  'terms_required',
  'age_required',
  'post_empty',
  'post_too_long',
  'code_invalid',
  'invalid',
] as const
export type ValidationKey = (typeof validationKeys)[number]

const key = (name: ValidationKey) => ({ error: name })
const atMost = (max: number, name: ValidationKey) =>
  [(text: string) => codePoints(text) <= max, key(name)] as const
const atLeast = (min: number, name: ValidationKey) =>
  [(text: string) => codePoints(text) >= min, key(name)] as const

const isEmail = z.email()

/** Trimmed; compared without case everywhere. */
export const Email = z
  .string(key('email_invalid'))
  .transform((text) => text.toWellFormed().normalize('NFC').trim())
  .refine(...atMost(limits.email, 'email_too_long'))
  .refine((text) => isEmail.safeParse(text).success, key('email_invalid'))

/** Never trimmed or cut: what is typed counts, in NFC. */
const Password = z
  .string(key('password_required'))
  .transform((text) => text.toWellFormed().normalize('NFC'))

export const NewPassword = Password.refine(
  ...atLeast(limits.password.min, 'password_too_short'),
).refine(...atMost(limits.password.max, 'password_too_long'))

/** The reset form's own rule; the server asks for more and answers `weak_password`. */
export const ResetPassword = Password.refine(
  ...atLeast(limits.resetPasswordMin, 'reset_password_too_short'),
).refine(...atMost(limits.password.max, 'password_too_long'))

export const CurrentPassword = Password.refine(...atLeast(1, 'password_required')).refine(
  ...atMost(limits.password.max, 'password_too_long'),
)

export const Username = z
  .string(key('username_too_short'))
  .transform(cleanName)
  .refine(...atLeast(limits.username.min, 'username_too_short'))
  .refine(...atMost(limits.username.max, 'username_too_long'))

const optionalText = (clean: (text: string) => string, max: number, name: ValidationKey) =>
  z
    .string(key('invalid'))
    .nullish()
    .transform((text) => clean(text ?? '').trim())
    .refine(...atMost(max, name))
    .transform((text) => text || null)

/** Empty means none, and is stored as null. */
export const City = optionalText(cleanLine, limits.city, 'city_too_long')
export const Bio = optionalText(cleanText, limits.bio, 'bio_too_long')

/** `TT.MM.JJJJ` of a day that exists; the age is a rule of the clock, see `birthdateProblem`. */
export const Birthdate = z
  .string(key('birthdate_invalid'))
  .trim()
  .refine((text) => parseGermanDate(text) !== null, key('birthdate_invalid'))

export const PostText = z
  .string(key('post_empty'))
  .transform((text) => cleanText(text).trim())
  .refine(...atLeast(1, 'post_empty'))
  .refine(...atMost(limits.postText, 'post_too_long'))

export const Language = z.enum(['mul', 'de', 'en'])
export type Language = z.infer<typeof Language>
