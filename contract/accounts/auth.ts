import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { cleanCode } from '../digits.ts'
import { Email } from '../emailField.ts'
import { atLeast, atMost, cleanedText, CurrentPassword } from '../fields.ts'
import { MailToken } from '../tokens.ts'
import { Session } from './session.ts'

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth/log-in',
  access: 'visitor',
  body: z.object({ email: Email, password: CurrentPassword }),
  response: z.object({
    /** Null: one of `factors` is asked for next. */
    session: z.nullable(Session),
    factors: z.array(z.enum(['totp', 'passkey', 'recovery_code'])),
  }),
  errors: ['invalid_credentials', 'email_not_confirmed', 'account_leaving'],
})

/** Always the same answer, whether or not the address waits for confirmation. */
export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/confirmation/resend',
  access: 'visitor',
  limits: { address: ['resendPerAddress', 'probing'], email: 'resendPerEmail' },
  body: z.object({ email: Email }),
  response: Done,
})

/** By the link's token, or by the code that stands beside the link. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirmation',
  access: 'visitor',
  body: z.union([
    z.object({ token: MailToken }),
    z.object({
      email: Email,
      code: cleanedText(cleanCode, 'code_invalid').check(
        atLeast(6, 'code_invalid'),
        atMost(20, 'code_invalid'),
      ),
    }),
  ]),
  response: Done,
  errors: ['invalid_link', 'invalid_code'],
})

/** Always the same answer, whether or not the address has an account. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  access: 'visitor',
  limits: { address: ['resetPerAddress', 'probing'], email: 'resetPerEmail' },
  isLimitedByHandler: true,
  body: z.object({ email: Email }),
  response: Done,
})
