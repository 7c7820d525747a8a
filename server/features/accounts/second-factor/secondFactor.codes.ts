import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { App, Asking, Refusing } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { codeHash } from '#server/platform/vault/secrets.ts'
import { findKnownDevice } from '#server/features/accounts/sessions/devices.service.ts'
import { noteFactorChange } from './secondFactor.mails.ts'
import { hasFactor } from './secondFactor.policy.ts'
import { findFactors } from './secondFactor.queries.ts'
import { takeRecoveryCode } from './recoveryCodes.queries.ts'
import { appCode } from './totp.codes.ts'
import { takeTotpCode } from './totp.secrets.ts'

/**
 * Uses a code up: an authenticator's, or a recovery code, about which its owner is mailed. Answers
 * false when it is neither, or was used before.
 */
export async function takeCode(app: App, tx: Sql, userId: string, typed: string): Promise<boolean> {
  const code = appCode(typed)
  if (code) return takeTotpCode(app, tx, userId, code)
  if (!hasFactor(await findFactors(tx, userId))) return false
  if (!(await takeRecoveryCode(tx, userId, codeHash(userId, typed), app.now()))) return false
  await noteFactorChange(app, tx, { userId, event: 'recoveryCodeUsed' })
  return true
}

/**
 * Counts a try at the second factor of a log-in. As with the password, a device of the owner has its own
 * count: an attacker who knows the password cannot use up the owner's tries.
 */
export async function spendFactorTry(
  ctx: App & Asking & Refusing<never>,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const device = await findKnownDevice(ctx, email)
  const who = device ? `${userId} ${device}` : userId
  await enforceRateLimit(ctx, 'secondFactor', who)
  return who
}
