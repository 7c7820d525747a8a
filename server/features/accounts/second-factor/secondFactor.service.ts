import { limits } from '#contract/limits.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { codeHash, newCode } from '#server/platform/vault/secrets.ts'
import { deleteLaterFactors } from '#server/features/accounts/settings/email.undo.queries.ts'
import { hasFactor } from './secondFactor.policy.ts'
import {
  findFactors,
  forgetFactorUse,
  forgetOtherProofs,
  noteFactor,
} from './secondFactor.queries.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recoveryCodes.queries.ts'

const GROUPS = 4

/** Ten new ones in place of all before; shown this once. */
export async function freshRecoveryCodes(tx: Sql, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () => newCode(GROUPS))
  const hashes = codes.map((code) => codeHash(userId, code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/**
 * From the first factor on a password alone proves nothing: not in other sessions either. Adding a
 * factor counts as using it.
 */
export async function beginFactors(
  { now }: Pick<App, 'now'>,
  tx: Sql,
  { userId, sessionId }: Viewer,
): Promise<string[]> {
  await noteFactor(tx, sessionId, now())
  await forgetOtherProofs(tx, userId, sessionId)
  return freshRecoveryCodes(tx, userId)
}

/** As if none had ever been added. */
export async function deleteFactors(tx: Sql, userId: string): Promise<void> {
  await deleteLaterFactors(tx, userId, new Date(0))
  await endFactorsIfLast(tx, userId)
}

/** With the last factor the codes that stood in for it go, and whatever its use allowed. */
export async function endFactorsIfLast(tx: Sql, userId: string): Promise<void> {
  if (hasFactor(await findFactors(tx, userId))) return
  await deleteRecoveryCodes(tx, userId)
  await forgetFactorUse(tx, userId)
}
