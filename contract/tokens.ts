import * as z from 'zod/mini'

/** A secret that came by mail, in the fragment of a link. */
export const MailToken = z.string().check(z.regex(/^[\w-]{20,100}$/, { error: 'invalid' }))

/** What somebody types as a code: read without regard to case, spaces and hyphens. */
export const InviteCode = z
  .string()
  .check(
    z.trim(),
    z.minLength(6, { error: 'code_invalid' }),
    z.maxLength(80, { error: 'code_invalid' }),
  )
