import type * as contract from '#contract/accounts/security.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'
import { waitingAddress } from './email.queries.ts'
import { findFactors } from '#server/features/accounts/second-factor/secondFactor.queries.ts'
import { listPasskeys } from '#server/features/accounts/second-factor/passkeys/passkeys.queries.ts'
import { isFreshProof } from '#server/features/accounts/sessions/recentLogIn.policy.ts'
import { lastProof } from '#server/features/accounts/sessions/recentLogIn.queries.ts'
import { hasRole } from '#server/features/accounts/sessions/sessions.queries.ts'

export const getSecurity: Handler<typeof contract.getSecurity> = async (ctx) => {
  const { db, viewer } = ctx
  const { userId, sessionId, email } = viewer
  const now = ctx.now()
  const { totpSince, recoveryCodesLeft } = await findFactors(db, userId)
  const provedAt = await lastProof(db, sessionId)
  const isProved = provedAt !== null && isFreshProof(provedAt, now)
  return {
    email,
    pendingEmail: await waitingAddress(db, userId, now),
    passkeys: await listPasskeys(db, userId),
    totpSince,
    recoveryCodesLeft,
    isFactorRequired: ctx.config.secure && (await hasRole(db, userId)),
    provedUntil: isProved
      ? new Date(Date.parse(provedAt) + authLifetimes.proof).toISOString()
      : null,
  }
}
