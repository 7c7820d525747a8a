import type { AnswerOf } from '#contract/endpoint.ts'
import type { logIn } from '#contract/accounts/auth.ts'
import type { Factors } from './secondFactor.queries.ts'

/** Recovery codes alone are none: they stand in for a passkey or an authenticator. */
export const hasFactor = ({ passkeys, totpSince }: Factors): boolean =>
  passkeys > 0 || totpSince !== null

/** What is asked for after the password; empty where it is enough. */
export function listUsableFactors(factors: Factors): AnswerOf<typeof logIn>['factors'] {
  if (!hasFactor(factors)) return []
  return [
    ...(factors.totpSince ? ['totp' as const] : []),
    ...(factors.passkeys > 0 ? ['passkey' as const] : []),
    ...(factors.recoveryCodesLeft > 0 ? ['recovery_code' as const] : []),
  ]
}
