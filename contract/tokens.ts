import * as z from 'zod/mini'
import { cleanCode } from './digits.ts'
import { atLeast, atMost, cleanedText } from './fields.ts'

/** A secret that came by mail, in the fragment of a link. */
export const MailToken = z.string().check(z.regex(/^[\w-]{20,100}$/, { error: 'invalid' }))

/** Of a whole link, as it is copied from a mail, what is the code. */
const readInvite = (text: string) => cleanCode(/#code=([^&\s]+)/.exec(text)?.[1] ?? text)

/** What somebody types as a code: read without regard to case, spaces and hyphens. */
export const InviteCode = cleanedText(readInvite, 'code_invalid').check(
  atLeast(6, 'code_invalid'),
  atMost(80, 'code_invalid'),
)
