// Sets a new password, by a mailed link or by the current one; every session and open link ends with it.
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import type { requestPasswordReset as asked } from '#contract/accounts/auth.ts'
import type * as contract from '#contract/accounts/recovery.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword, isPassword } from '#server/platform/vault/passwords.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import {
  accountById,
  confirmAddress,
  keepsPassword,
  updatePassword,
  type Account,
} from '#server/features/accounts/accounts.queries.ts'
import { RECOVERY_COOKIE } from '#server/features/accounts/sessions/auth.identity.ts'
import { forgetResetMails } from '#server/features/accounts/accounts.mails.ts'
import { authLifetimes, passwordRefusal } from '#server/features/accounts/auth.policy.ts'
import { deleteMemberDevices } from '#server/features/accounts/sessions/devices.queries.ts'
import {
  DEVICE_COOKIE,
  findKnownDevice,
  rememberDevice,
} from '#server/features/accounts/sessions/devices.service.ts'
import { noteRefused } from './logIns.service.ts'
import { deleteWaiting } from '#server/features/accounts/settings/email.queries.ts'
import { leaveBrowser } from '#server/features/accounts/sessions/sessions.service.ts'
import { deleteMemberSessions } from '#server/features/accounts/sessions/sessions.queries.ts'
import { deleteTokens, insertToken, takeToken } from '#server/features/accounts/tokens.queries.ts'

type Ctx = Context<'recovery', (typeof contract.setPassword.errors)[number]>

/** Costs and answers the same for every address; the job finds out whether there is an account. */
export const requestPasswordReset: Handler<typeof asked> = async (ctx, { body }) => {
  const { email } = body
  // its owner's browser is kept from it by no neighbour
  const isKnown = (await findKnownDevice(ctx, email)) !== null
  await ctx.enforceLimits({ areNetsSpared: isKnown })
  await ctx.jobs.send(ctx.db, 'mail_reset', { email })
  return { done: true }
}

export const openRecovery: Handler<typeof contract.openRecovery> = async (ctx, { body }) => {
  const now = ctx.now()
  const token = newToken()
  await ctx.db.transaction(async (tx) => {
    const userId = await takeToken(tx, 'reset', secretHash(body.token), now)
    const account = userId && (await accountById(tx, userId))
    if (!account) return ctx.refuse('invalid_link')
    await forgetResetMails(ctx, tx, account.email)
    const expiresAt = new Date(now.getTime() + authLifetimes.recovery)
    const recovery = {
      tokenHash: secretHash(token),
      userId: account.id,
      purpose: 'recovery',
      expiresAt,
    } as const
    return insertToken(tx, recovery, now)
  })
  ctx.cookies.set(RECOVERY_COOKIE, token, authLifetimes.recovery / 1000)
  return { done: true }
}

/** Ends every session, and every other way in that a mail has opened. */
export const setPassword: Handler<typeof contract.setPassword> = async (ctx, { body }) => {
  const { account, byMail } = await whosePassword(ctx, body.currentPassword)
  const { email, username } = account
  ctx.refuseIf(passwordRefusal(body.password, { email, username, clubName: ctx.config.clubName }))
  const passwordHash = await hashPassword(body.password)

  const deviceToken = await ctx.db.transaction(async (tx) => {
    if (byMail) {
      if (!(await takeToken(tx, 'recovery', byMail, ctx.now()))) return ctx.refuse('not_signed_in')
      // and no more: a mailbox never takes the place of a second factor, also where this is its first word
      await confirmAddress(tx, account.id, ctx.now())
    } else {
      const isThere = ctx.viewer && (await holdOwn(tx, ctx.viewer))
      if (!isThere) return ctx.refuse('not_signed_in')
      if (!(await keepsPassword(tx, account))) return ctx.refuse('invalid_credentials')
    }
    await updatePassword(tx, account.id, passwordHash)
    await deleteTokens(tx, account.id, ['reset', 'recovery'])
    await forgetResetMails(ctx, tx, email)
    await deleteWaiting(tx, account.id)
    await deleteMemberSessions(tx, account.id)
    await ctx.jobs.send(tx, 'mail_password_changed', { userId: account.id })
    // this browser just proved to be the owner's: attackers must not lock it out
    await deleteMemberDevices(tx, account.id)
    return rememberDevice(ctx, tx, account.id, { isNews: false })
  })
  ctx.cookies.set(DEVICE_COOKIE, deviceToken, authLifetimes.device / 1000)
  leaveBrowser(ctx)
  return { done: true }
}

/** The account whose password this browser may set: by its current password, or by a mailed link. */
async function whosePassword(
  ctx: Ctx,
  currentPassword: string | undefined,
): Promise<{ account: Account; byMail: Buffer | null }> {
  const { viewer, recovery } = ctx
  const byMail = viewer && currentPassword !== undefined ? null : (recovery?.tokenHash ?? null)
  const userId = byMail ? recovery?.userId : viewer?.userId
  const account = userId ? await accountById(ctx.db, userId) : null
  if (!account) return ctx.refuse('not_signed_in')
  if (byMail) return { account, byMail }

  if (currentPassword === undefined)
    return ctx.refuse('invalid_input', {
      errors: [{ path: 'currentPassword', message: 'current_password_required' }],
    })
  await enforceRateLimit(ctx, 'passwordChangePerAccount', account.id)
  if (!(await isPassword(account.passwordHash, currentPassword))) {
    await noteRefused(ctx, account.id, 'proof')
    return ctx.refuse('invalid_credentials')
  }
  return { account, byMail: null }
}
