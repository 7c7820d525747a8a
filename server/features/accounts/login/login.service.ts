import type * as contract from '#contract/accounts/auth.ts'
import { resetRateLimit, enforceRateLimit } from '#server/platform/limits/attempts.ts'
import { enforceNetLimit, takeBackFromNets } from '#server/platform/limits/nets.ts'
import { isPassword } from '#server/platform/vault/passwords.ts'
import { countProbe } from '#server/platform/http/signUpLimits.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { accountByEmail, keepsPassword } from '#server/features/accounts/accounts.queries.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { findKnownDevice } from '#server/features/accounts/sessions/devices.service.ts'
import { listUsableFactors } from '#server/features/accounts/second-factor/secondFactor.policy.ts'
import { findFactors } from '#server/features/accounts/second-factor/secondFactor.queries.ts'
import { noteRefusedPassword } from './logIns.service.ts'
import { givePending, openPending } from './pending.service.ts'
import { giveSession, openSession } from '#server/features/accounts/sessions/sessions.service.ts'

/** One answer for unknown, wrong and unconfirmed; only the right password learns more. */
export const logIn: Handler<typeof contract.logIn> = async (ctx, { body }) => {
  const { email } = body
  // a device of the owner's has a count of its own: neither attackers nor neighbours can use up theirs
  const device = await findKnownDevice(ctx, email)
  const [rate, who] = device
    ? (['logInKnownDevice', `${email} ${device}`] as const)
    : (['logInPerAccount', email] as const)
  const at = ctx.now()
  if (!device) await enforceNetLimit({ ...ctx, now: () => at }, 'logInPerAddress')
  const takeBack = device ? null : await countProbe(ctx)
  await enforceRateLimit(ctx, rate, who)

  const account = await accountByEmail(ctx.db, email)
  const isRight = await isPassword(account?.passwordHash ?? null, body.password)
  const refuse = async (code: (typeof contract.logIn.errors)[number]) => {
    await noteRefusedPassword(ctx, email)
    return ctx.refuse(code)
  }
  if (!account || !isRight) return refuse('invalid_credentials')
  if (needsConfirmation(ctx.config) && !account.emailConfirmedAt)
    return refuse('email_not_confirmed')
  if (account.isLeaving) return refuse('account_leaving')

  const begun = await ctx.db.transaction(async (tx) => {
    if (!(await keepsPassword(tx, account))) return null
    // many members behind one address may come at once
    if (!device) await takeBackFromNets(ctx, tx, 'logInPerAddress', at)
    await takeBack?.(tx)
    await resetRateLimit(ctx, tx, rate, who)
    const factors = listUsableFactors(await findFactors(tx, account.id))
    return factors.length > 0
      ? { factors, pending: await openPending(ctx, tx, account.id) }
      : { factors, opened: await openSession(ctx, tx, account.id) }
  })
  if (!begun) return refuse('invalid_credentials')
  const { factors, opened, pending } = begun
  if (pending) givePending(ctx, pending)
  return { session: opened ? await giveSession(ctx, opened) : null, factors }
}
