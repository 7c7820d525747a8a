import type * as contract from '#contract/security.ts'
import type { Handler } from '#server/platform/route.ts'
import { lifetimes } from './auth.policy.ts'
import { waitingAddress } from './email.queries.ts'
import { factorsOf } from './factors.queries.ts'
import { passkeysOf } from './passkeys.queries.ts'
import { isFreshProof } from './proof.policy.ts'
import { lastProof } from './proof.queries.ts'
import { hasRole } from './sessions.queries.ts'

export const getSecurity: Handler<typeof contract.getSecurity> = async (ctx) => {
  const { db, viewer } = ctx
  const { userId, sessionId, email } = viewer
  const now = ctx.now()
  const { totpSince, recoveryCodesLeft } = await factorsOf(db, userId)
  const provedAt = await lastProof(db, sessionId)
  const isProved = provedAt !== null && isFreshProof(provedAt, now)
  return {
    email,
    pendingEmail: await waitingAddress(db, userId, now),
    passkeys: await passkeysOf(db, userId),
    totpSince,
    recoveryCodesLeft,
    isFactorRequired: ctx.config.secure && (await hasRole(db, userId)),
    provedUntil: isProved ? new Date(Date.parse(provedAt) + lifetimes.proof).toISOString() : null,
  }
}
