import * as z from 'zod/mini'
import { cleanCode } from './digits.ts'
import { atLeast, atMost, cleanedText } from './fields.ts'

/** A secret that came by mail, in the fragment of a link. */
export const MailToken = z.string().check(z.regex(/^[\w-]{20,100}$/, { error: 'invalid' }))

const CODE = /(?<![\p{L}\p{N}-])[A-Z\d]{4}[-‐‑–][A-Z\d]{4}(?![\p{L}\p{N}-])/giu

/** Of a link or a sentence, as it is copied from a mail, what is the code. */
function readInvite(text: string): string {
  const [found, ...others] = cleanCode(text).match(CODE) ?? []
  const linked = /(?:#|%23)code=([^&\s]+)/.exec(text)?.[1]
  return cleanCode(linked ?? (found && others.length === 0 ? found : text))
}

/** What somebody types as a code: read without regard to case, spaces and hyphens. */
export const InviteCode = cleanedText(readInvite, 'code_invalid').check(
  atLeast(6, 'code_invalid'),
  atMost(80, 'code_invalid'),
)
