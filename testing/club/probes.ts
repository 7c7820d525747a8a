// The questions that must tell nobody whether an address has an account.
import { confirmEmail, logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { requestEmailChange } from '#contract/accounts/security.ts'
import type { Result } from './call.ts'
import type { Club } from './club.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

/** Gets ready, and answers how to ask about an address. */
type Probe = (club: Club) => Promise<(email: string) => Promise<Result<Endpoint>>>

export const probes: Record<string, Probe> = {
  'a log-in': async (club) => (email) =>
    club.call(null, logIn, { body: { email, password: 'a wrong password' } }),
  'a reset': async (club) => (email) => club.call(null, requestPasswordReset, { body: { email } }),
  'a wrong code': async (club) => (email) =>
    club.call(null, confirmEmail, { body: { email, code: 'ABCD-2345' } }),
  'a change of address': async (club) => {
    const asker = await club.member()
    await proveSession(club, asker)
    return (email) => club.call(asker, requestEmailChange, { body: { email } })
  },
}
