// Deleting one's account: hidden, signed out and documents shredded in one transaction; and undoing it.
import type * as contract from '#contract/privacy/ownData.ts'
import {
  leaveBrowser,
  listAddresses,
  proofRefusal,
  revokeAllAccess,
} from '#server/features/accounts/accounts.ts'
import { noteDropped, takeChanges } from '#server/features/admin/admin.ts'
import { settleSubscription } from '#server/features/billing/billing.ts'
import { dropMarks, keepMarks, lockMailboxes } from '#server/features/members/members.ts'
import {
  cancelPending,
  removeFiles,
  shredMemberDocuments,
} from '#server/features/verification/verification.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { retentionMs } from '#server/platform/limits/retention.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import {
  closeExports,
  hastenDeletion,
  insertDeletion,
  lockAccount,
  stopExports,
  takeDeletion,
  type Reason,
} from './deletion.queries.ts'
import { noteAnsweredRequest } from '#server/features/privacy/requests/requests.noting.ts'

/** All at once: hidden and signed out everywhere, documents shredded, contract settled. */
export const deleteAccount: Handler<typeof contract.deleteAccount> = async (ctx) => {
  const { userId } = ctx.viewer
  ctx.refuseIf(await proofRefusal(ctx, ctx.viewer))
  const purgeAt = new Date(ctx.now().getTime() + retentionMs('deletedAccounts'))
  const left = await ctx.db.transaction((tx) =>
    leave(ctx, tx, userId, {
      purgeAt,
      reason: 'asked',
      // nor by whom their owner signed out meanwhile
      check: async () => ctx.refuseIf(await proofRefusal({ db: tx, now: ctx.now }, ctx.viewer)),
    }),
  )
  if (!left) return ctx.refuse('not_signed_in')
  await removeFiles(ctx, left.paths)
  leaveBrowser(ctx)
  return { purgeAt: left.purgeAt }
}

/**
 * Makes an account one that goes, in the caller's transaction; of several times the first counts, for which
 * `check` is asked once nobody else acts on the account.
 * Answers the files to remove (`removeFiles`) once it has committed; null when the account is gone.
 */
export async function leave(
  app: App,
  tx: Sql,
  userId: string,
  { purgeAt, reason, check }: { purgeAt: Date; reason: Reason; check?: () => Promise<void> },
): Promise<{ purgeAt: string; paths: string[] } | null> {
  await stopExports(tx, userId)
  const emails = await listAddresses(tx, userId)
  await lockMailboxes(tx, emails)
  if (!(await lockAccount(tx, userId))) return null
  const at = app.now()
  const noted = await insertDeletion(tx, { userId, at, purgeAt, reason })
  if (noted.isNew) await check?.()
  await revokeAllAccess(tx, userId)
  await closeExports(tx, userId)
  if (!noted.isNew && reason === 'under_age') await hastenDeletion(tx, { userId, purgeAt, reason })
  if (!noted.isNew) return { purgeAt: noted.purgeAt, paths: [] }
  await keepMarks(tx, app, { userId, emails, at })
  await settleSubscription(tx, app, userId, 'deletion')
  // who leaves decides nothing any more, and what they asked for as an admin keeps nobody else from asking
  const over = await takeChanges(tx, { requestedBy: userId })
  if (reason === 'asked') {
    await noteAnsweredRequest(app, tx, { userId, kind: 'erasure', receivedAt: at })
    await app.jobs.send(tx, 'mail_account_leaving', { userId })
  }
  // the audit log, which lets one transaction write at a time, comes last
  const pending = (await cancelPending(app, tx, userId, 'account')) ?? []
  const documents = await shredMemberDocuments(app, tx, userId, 'account')
  const details = { reason }
  await noteDropped(tx, { at, by: userId }, over)
  await audit(tx, { at, actorId: userId, action: 'deletion_requested', subjectId: userId, details })
  return { purgeAt: noted.purgeAt, paths: [...pending, ...documents] }
}

/** The account is there again, with everything that was not shredded; its owner signs in again. */
export const undoDeletion: Handler<typeof contract.undoDeletion> = async (ctx, { body }) => {
  const at = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const userId = await takeDeletion(tx, secretHash(body.token), at)
    if (!userId) return ctx.refuse('invalid_link')
    await dropMarks(tx, userId)
    await ctx.jobs.forget(tx, { userId, only: 'mail_account_leaving' })
    await audit(tx, { at, actorId: userId, action: 'deletion_undone', subjectId: userId })
  })
  return { done: true }
}
