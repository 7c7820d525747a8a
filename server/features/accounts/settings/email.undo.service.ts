// Undoes a change of address by the link mailed to the old one, as if a thief had made it: all sessions end.
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/accounts/security.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { hashPassword } from '#server/platform/vault/passwords.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { updatePassword } from '#server/features/accounts/accounts.queries.ts'
import {
  RECOVERY_COOKIE,
  SESSION_COOKIE,
} from '#server/features/accounts/sessions/auth.identity.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'
import { deleteMemberDevices } from '#server/features/accounts/sessions/devices.queries.ts'
import { keepApart } from '#server/features/members/members.ts'
import { holdOwner } from './email.queries.ts'
import {
  deleteLaterChanges,
  deleteLaterFactors,
  restoreAddress,
  findUndoableChange,
} from './email.undo.queries.ts'
import { endFactorsIfLast } from '#server/features/accounts/second-factor/secondFactor.service.ts'
import { deleteMemberSessions } from '#server/features/accounts/sessions/sessions.queries.ts'
import { deleteTokens, insertToken } from '#server/features/accounts/tokens.queries.ts'

const UNDO_MS = limits.emailUndoHours * 3_600_000

/**
 * Gives an account back to the owner of its old address, as if a thief had changed it: no password or session from
 * before opens it any more, nor a factor added since shortly before the change, and this browser may set the new
 * password.
 */
export const undoEmailChange: Handler<typeof contract.undoEmailChange> = async (ctx, { body }) => {
  const now = ctx.now()
  const undoHash = secretHash(body.token)
  // what takes a processor its time is not done for every invented link
  if (!(await findUndoableChange(ctx.db, undoHash, now))) return ctx.refuse('invalid_link')
  const passwordHash = await hashPassword(newToken())
  const token = newToken()

  const userId = await ctx.db
    .transaction(async (tx) => {
      const change =
        (await holdOwner(tx, { undoHash })) && (await findUndoableChange(tx, undoHash, now))
      if (!change) return ctx.refuse('invalid_link')
      await keepApart(tx, ctx, { userId: change.userId, email: change.oldEmail })
      const undone = await deleteLaterChanges(tx, change)
      // ways in first, sessions last: a log-in under way is found with either
      await updatePassword(tx, change.userId, passwordHash)
      const suspectSince = new Date(Date.parse(change.requestedAt) - UNDO_MS)
      await deleteLaterFactors(tx, change.userId, suspectSince)
      await endFactorsIfLast(tx, change.userId)
      await restoreAddress(tx, change, { undone, now })
      await deleteMemberSessions(tx, change.userId)
      await deleteTokens(tx, change.userId, ['confirm', 'reset', 'recovery', 'proof'])
      await deleteMemberDevices(tx, change.userId)
      const expiresAt = new Date(now.getTime() + authLifetimes.recovery)
      const recovery = {
        tokenHash: secretHash(token),
        userId: change.userId,
        purpose: 'recovery',
        expiresAt,
      } as const
      await insertToken(tx, recovery, now)
      await ctx.jobs.send(tx, 'mail_email_undone', { userId: change.userId })
      await audit(tx, {
        at: now,
        actorId: change.userId,
        action: 'email_change_undone',
        subjectId: change.userId,
      })
      return change.userId
    })
    .catch((error: unknown) => {
      // somebody else has the address, however that came about
      if (isUniqueViolation(error)) return ctx.refuse('invalid_link')
      throw error
    })
  if (ctx.viewer?.userId === userId) ctx.cookies.clear(SESSION_COOKIE)
  ctx.cookies.set(RECOVERY_COOKIE, token, authLifetimes.recovery / 1000)
  return { done: true }
}
