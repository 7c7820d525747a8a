import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { atLeast, CurrentPassword, Password, passwordFits } from '../fields.ts'
import { limits } from '../limits.ts'
import { MailToken } from '../tokens.ts'

/** The reset form's own rule; the server asks for more and answers `weak_password`. */
export const ResetPassword = Password.check(
  atLeast(limits.resetPasswordMin, 'reset_password_too_short'),
  passwordFits,
)

/** Turns the mailed token, once, into a recovery session of 60 minutes that can only set a password. */
export const openRecovery = endpoint({
  method: 'POST',
  path: '/api/auth/recovery',
  access: 'visitor',
  body: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})

/** By a recovery session, or signed in and with the current password. Ends every session. */
export const setPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password',
  access: 'recovery',
  body: z.object({ password: ResetPassword, currentPassword: z.optional(CurrentPassword) }),
  response: Done,
  errors: ['weak_password', 'invalid_credentials'],
})
