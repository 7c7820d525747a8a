import * as z from 'zod/mini'
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
  'text_missing',
  'text_too_long',
  'good_faith_required',
  'invalid',
] as const
export type ValidationKey = (typeof validationKeys)[number]

const key = (name: ValidationKey) => ({ error: name })
const atMost = (max: number, name: ValidationKey) =>
  z.refine<string>((text) => codePoints(text) <= max, key(name))
const atLeast = (min: number, name: ValidationKey) =>
  z.refine<string>((text) => codePoints(text) >= min, key(name))
/** A text brought into the club's form before anything is asked of it. */
const cleaned = (clean: (text: string) => string, name: ValidationKey) =>
  z.pipe(z.string(key(name)), z.transform(clean))

const isEmail = z.email()

/** Trimmed; compared without case everywhere. */
export const Email = cleaned(
  (text) => text.toWellFormed().normalize('NFC').trim(),
  'email_invalid',
).check(
  atMost(limits.email, 'email_too_long'),
  z.refine((text) => isEmail.safeParse(text).success, key('email_invalid')),
)

/** Never trimmed or cut: what is typed counts, in NFC. */
const Password = cleaned((text) => text.toWellFormed().normalize('NFC'), 'password_required')
const passwordFits = atMost(limits.password.max, 'password_too_long')

export const NewPassword = Password.check(
  atLeast(limits.password.min, 'password_too_short'),
  passwordFits,
)

/** The reset form's own rule; the server asks for more and answers `weak_password`. */
export const ResetPassword = Password.check(
  atLeast(limits.resetPasswordMin, 'reset_password_too_short'),
  passwordFits,
)

export const CurrentPassword = Password.check(atLeast(1, 'password_required'), passwordFits)

export const Username = cleaned(cleanName, 'username_too_short').check(
  atLeast(limits.username.min, 'username_too_short'),
  atMost(limits.username.max, 'username_too_long'),
)

const optionalText = (clean: (text: string) => string, max: number, name: ValidationKey) =>
  z.pipe(
    z
      .pipe(
        z.nullish(z.string(key('invalid'))),
        z.transform((text) => clean(text ?? '').trim()),
      )
      .check(atMost(max, name)),
    z.transform((text: string) => text || null),
  )

/** Empty means none, and is stored as null. */
export const City = optionalText(cleanLine, limits.city, 'city_too_long')
export const Bio = optionalText(cleanText, limits.bio, 'bio_too_long')

/** `TT.MM.JJJJ` of a day that exists; the age is a rule of the clock, see `birthdateProblem`. */
export const Birthdate = z.string(key('birthdate_invalid')).check(
  z.trim(),
  z.refine((text) => parseGermanDate(text) !== null, key('birthdate_invalid')),
)

export const PostText = cleaned((text) => cleanText(text).trim(), 'post_empty').check(
  atLeast(1, 'post_empty'),
  atMost(limits.postText, 'post_too_long'),
)

/** A text somebody has to write: trimmed, 1 to `max` code points. */
export const NoteText = (max: number) =>
  cleaned((text) => cleanText(text).trim(), 'text_missing').check(
    atLeast(1, 'text_missing'),
    atMost(max, 'text_too_long'),
  )

export const Language = z.enum(['mul', 'de', 'en'])
export type Language = z.infer<typeof Language>
