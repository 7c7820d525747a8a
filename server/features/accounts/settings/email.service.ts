// A change of address: asked for, given up, confirmed by the mail to the new one.
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/accounts/security.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { transactionWithRetry, isUniqueViolation } from '#server/platform/database/database.ts'
import { forgetRefused } from '#server/platform/mail/mail.refusals.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'
import { keepApart } from '#server/features/members/members.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { keepBannedAddresses } from '#server/features/accounts/bans/bans.service.ts'
import { deleteUnconfirmedAccount } from '#server/features/accounts/cleanup.queries.ts'
import {
  deleteChange,
  deleteWaiting,
  holdOwner,
  moveAccount,
  moveInLine,
  takeConfirmation,
  upsertChange,
} from './email.queries.ts'
import { requireRecentLogin } from '#server/features/accounts/reauthentication/reauthentication.holding.ts'
import { proofRefusal } from '#server/features/accounts/reauthentication/reauthentication.service.ts'
import { deleteTokens } from '#server/features/accounts/tokens.queries.ts'

/** Costs and answers the same for every address; the job finds out whether somebody has it. */
export const requestEmailChange: Handler<typeof contract.requestEmailChange> = async (
  ctx,
  { body },
) => {
  const { viewer } = ctx
  const { email } = body
  ctx.refuseIf(await proofRefusal(ctx, viewer))
  if (email === viewer.email)
    return ctx.refuse('invalid_input', { errors: [{ path: 'email', message: 'invalid' }] })
  await ctx.enforceLimits()

  const now = ctx.now()
  const { userId, email: oldEmail } = viewer
  const change = { id: randomUUID(), userId, oldEmail, newEmail: email }
  await ctx.db.transaction(async (tx) => {
    // nor who was signed out meanwhile, by a new password say, or whose proof a role just given has ended
    await requireRecentLogin(ctx, tx)
    const expiresAt = new Date(now.getTime() + authLifetimes.confirmation)
    await upsertChange(tx, change, { now, expiresAt })
    await ctx.jobs.send(tx, 'mail_email_confirmation', { changeId: change.id })
    await ctx.jobs.send(tx, 'mail_email_asked', { changeId: change.id })
  })
  return { done: true }
}

export const abandonEmailChange: Handler<typeof contract.abandonEmailChange> = async (ctx) => {
  await deleteWaiting(ctx.db, ctx.viewer.userId)
  return { done: true }
}

/** The link proves that its holder reads the new address' mails: that is all it takes. */
export const confirmEmailChange: Handler<typeof contract.confirmEmailChange> = async (
  ctx,
  { body },
) => {
  const now = ctx.now()
  const confirmHash = secretHash(body.token)
  const expiresAt = new Date(now.getTime() + limits.emailUndoHours * 3_600_000)
  try {
    // a sign-up with it may come in between: once more, it is met as any other
    await transactionWithRetry(ctx.db, async (tx) => {
      const owner = await holdOwner(tx, { confirmHash })
      const change = owner && (await takeConfirmation(tx, confirmHash, { now, expiresAt }))
      if (!change) return ctx.refuse('invalid_link')
      await keepApart(tx, ctx, { userId: change.userId, email: change.newEmail })
      // an unconfirmed account with that address belongs to nobody: the first to prove the address gets it
      if (needsConfirmation(ctx.config)) await deleteUnconfirmedAccount(tx, change.newEmail)
      if (!(await moveAccount(tx, change, now))) return ctx.refuse('invalid_link')
      const { id, userId } = change
      // who is kept out meanwhile is kept out with this one, too
      await keepBannedAddresses(tx, ctx, userId, [change.newEmail])
      await forgetRefused(tx, [change.newEmail])
      // what went to the old address opens nothing any more
      await deleteTokens(tx, userId, ['confirm', 'reset', 'recovery', 'proof'])
      // an address that nobody showed to be theirs takes no account back and gives no place away
      if (owner.isConfirmed || !needsConfirmation(ctx.config)) {
        await moveInLine(tx, change)
        await ctx.jobs.send(tx, 'mail_email_changed', { changeId: id })
      } else await deleteChange(tx, id)
      await audit(tx, { at: now, actorId: userId, action: 'email_changed', subjectId: userId })
    })
  } catch (error) {
    // somebody took the address at this very moment
    if (isUniqueViolation(error)) return ctx.refuse('invalid_link')
    throw error
  }
  return { done: true }
}
