import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { codePoints, normalizeText } from './words.ts'

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
  'reason_required',
  'words_blocked',
  'contact_data',
  'invalid',
] as const
export type ValidationKey = (typeof validationKeys)[number]

export const key = (name: ValidationKey) => ({ error: name })
export const atMost = (max: number, name: ValidationKey) =>
  z.refine<string>((text) => codePoints(text) <= max, key(name))
export const atLeast = (min: number, name: ValidationKey) =>
  z.refine<string>((text) => codePoints(text) >= min, key(name))
/** A text normalised before it is checked. */
export const cleanedText = (clean: (text: string) => string, name: ValidationKey) =>
  z.pipe(z.string(key(name)), z.transform(clean))

/** Words somebody looks for something by, without what no database keeps. */
export const searchWords = (max: number) =>
  cleanedText((text) => text.replaceAll('\0', '').trim(), 'invalid').check(z.maxLength(max))

const isInCalendar = (time: string) => !time.startsWith('0000')
/** A day somebody names, `YYYY-MM-DD`; the calendar of the database has no year 0. */
export const Day = z.iso.date({ error: 'invalid' }).check(z.refine(isInCalendar, key('invalid')))
/** A moment as the club told it, in ISO 8601. */
export const Moment = z.iso.datetime().check(z.refine(isInCalendar, key('invalid')))

/** Never trimmed or cut: what is typed counts, in NFC. Nobody types a NUL. */
export const Password = cleanedText(
  (text) => normalizeText(text.replaceAll('\0', '')),
  'password_required',
)
export const passwordFits = atMost(limits.password.max, 'password_too_long')

export const CurrentPassword = Password.check(atLeast(1, 'password_required'), passwordFits)

export const Language = z.enum(['mul', 'de', 'en'])
export type Language = z.infer<typeof Language>
