import * as z from 'zod/mini'
import { cleanCode } from './digits.ts'
import { atLeast, atMost, cleanedText } from './fields.ts'

/** A secret that came by mail, in the fragment of a link. */
export const MailToken = z.string().check(z.regex(/^[\w-]{20,100}$/, { error: 'invalid' }))

/** What somebody types as a code: read without regard to case, spaces and hyphens. */
export const InviteCode = cleanedText(cleanCode, 'code_invalid').check(
  atLeast(6, 'code_invalid'),
  atMost(80, 'code_invalid'),
)
