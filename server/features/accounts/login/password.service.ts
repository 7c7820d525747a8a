import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import type * as contract from '#contract/accounts/security.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { hashPassword, isPassword } from '#server/platform/vault/passwords.ts'
import type { Handler } from '#server/platform/http/route.ts'
import {
  accountById,
  keepsPassword,
  updatePassword,
} from '#server/features/accounts/accounts.queries.ts'
import { forgetResetMails } from '#server/features/accounts/accounts.mails.ts'
import { authLifetimes, passwordRefusal } from '#server/features/accounts/auth.policy.ts'
import { deleteMemberDevices } from '#server/features/accounts/sessions/devices.queries.ts'
import {
  DEVICE_COOKIE,
  rememberDevice,
} from '#server/features/accounts/sessions/devices.service.ts'
import { noteRefused } from './logIns.service.ts'
import { deleteWaiting } from '#server/features/accounts/settings/email.queries.ts'
import { deleteOthers } from '#server/features/accounts/settings/sessions.list.queries.ts'
import { deleteTokens } from '#server/features/accounts/tokens.queries.ts'

/** Ends every other session, and whatever somebody who knew the old password may have begun. */
export const changePassword: Handler<typeof contract.changePassword> = async (ctx, { body }) => {
  const { viewer } = ctx
  const account = await accountById(ctx.db, viewer.userId)
  const isRight = await isPassword(account?.passwordHash ?? null, body.currentPassword)
  if (!account || !isRight) {
    await noteRefused(ctx, viewer.userId, 'proof')
    return ctx.refuse('invalid_credentials')
  }
  const { id, email, username } = account
  ctx.refuseIf(passwordRefusal(body.password, { email, username, clubName: ctx.config.clubName }))
  const passwordHash = await hashPassword(body.password)

  const deviceToken = await ctx.db.transaction(async (tx) => {
    const isThere = await holdOwn(tx, viewer)
    if (!(await keepsPassword(tx, account))) return ctx.refuse('invalid_credentials')
    if (!isThere) return ctx.refuse('not_signed_in')
    await updatePassword(tx, id, passwordHash)
    await deleteTokens(tx, id, ['reset', 'recovery'])
    await forgetResetMails(ctx, tx, email)
    await deleteWaiting(tx, id)
    await deleteOthers(tx, viewer)
    await deleteMemberDevices(tx, id)
    await ctx.jobs.send(tx, 'mail_password_changed', { userId: id, isOwnChange: true })
    await audit(tx, { at: ctx.now(), actorId: id, action: 'password_changed', subjectId: id })
    return rememberDevice(ctx, tx, id, { isNews: false })
  })
  ctx.cookies.set(DEVICE_COOKIE, deviceToken, authLifetimes.device / 1000)
  return { done: true }
}
