import type * as contract from '#contract/auth.ts'
import { forgiveAttempts, spendAttempt } from '#server/platform/attempts.ts'
import { spendOfNets } from '#server/platform/nets.ts'
import { isPassword } from '#server/platform/passwords.ts'
import { spendProbe } from '#server/platform/probing.ts'
import type { Handler } from '#server/platform/route.ts'
import { accountByEmail, keepsPassword } from './accounts.queries.ts'
import { needsConfirmation } from './auth.policy.ts'
import { knownDevice } from './devices.service.ts'
import { askedFactors } from './factors.policy.ts'
import { factorsOf } from './factors.queries.ts'
import { givePending, openPending } from './pending.service.ts'
import { giveSession, openSession } from './sessions.service.ts'

/** One answer for unknown, wrong and unconfirmed; only the right password learns more. */
export const logIn: Handler<typeof contract.logIn> = async (ctx, { body }) => {
  const { email } = body
  // a device of the owner's has a count of its own: neither attackers nor neighbours can use up theirs
  const device = await knownDevice(ctx, email)
  const [rate, who] = device
    ? (['logInKnownDevice', `${email} ${device}`] as const)
    : (['logInPerAccount', email] as const)
  if (!device) await spendOfNets(ctx, 'logInPerAddress')
  const takeBack = device ? null : await spendProbe(ctx)
  await spendAttempt(ctx, rate, who)

  const account = await accountByEmail(ctx.db, email)
  const isRight = await isPassword(account?.passwordHash ?? null, body.password)
  if (!account || !isRight) return ctx.refuse('invalid_credentials')
  if (needsConfirmation(ctx.config) && !account.emailConfirmedAt)
    return ctx.refuse('email_not_confirmed')
  if (account.isLeaving) return ctx.refuse('account_leaving')

  const { factors, opened, pending } = await ctx.db.begin(async (tx) => {
    if (!(await keepsPassword(tx, account))) return ctx.refuse('invalid_credentials')
    await takeBack?.(tx)
    await forgiveAttempts(ctx, tx, rate, who)
    const factors = askedFactors(await factorsOf(tx, account.id))
    return factors.length > 0
      ? { factors, pending: await openPending(ctx, tx, account.id) }
      : { factors, opened: await openSession(ctx, tx, account.id) }
  })
  if (pending) givePending(ctx, pending)
  return { session: opened ? await giveSession(ctx, opened) : null, factors }
}
