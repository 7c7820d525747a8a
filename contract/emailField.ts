import * as z from 'zod/mini'
import { emailForm, isEmail } from './email.ts'
import { atMost, cleanedText, key } from './fields.ts'
import { limits } from './limits.ts'

/** Every field with an address is this one: in one form before it is checked or compared. */
export const Email = cleanedText(emailForm, 'email_invalid').check(
  atMost(limits.email, 'email_too_long'),
  z.refine(isEmail, key('email_invalid')),
)
