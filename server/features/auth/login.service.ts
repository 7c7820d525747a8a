import type * as contract from '#contract/auth.ts'
import { addressRange, forgiveAttempts, spendAttempt } from '#server/platform/attempts.ts'
import { isPassword } from '#server/platform/passwords.ts'
import type { Handler } from '#server/platform/route.ts'
import { accountByEmail, keepsPassword } from './accounts.queries.ts'
import { needsConfirmation } from './auth.policy.ts'
import { knownDevice } from './devices.service.ts'
import { giveSession, openSession } from './sessions.service.ts'

/** One answer for unknown, wrong and unconfirmed; only the right password learns more. */
export const logIn: Handler<typeof contract.logIn> = async (ctx, { body }) => {
  const email = body.email.toLowerCase()
  await spendAttempt(ctx, 'logInPerAddress', addressRange(ctx))

  // a device of the owner's has a count of its own, so that attackers cannot use up theirs
  const device = await knownDevice(ctx, email)
  const [rate, who] = device
    ? (['logInKnownDevice', `${email} ${device}`] as const)
    : (['logInPerAccount', email] as const)
  await spendAttempt(ctx, rate, who)

  const account = await accountByEmail(ctx.db, email)
  const isRight = await isPassword(account?.passwordHash ?? null, body.password)
  if (!account || !isRight) return ctx.refuse('invalid_credentials')
  if (needsConfirmation(ctx.config) && !account.emailConfirmedAt)
    return ctx.refuse('email_not_confirmed')

  const opened = await ctx.db.begin(async (tx) => {
    if (!(await keepsPassword(tx, account))) return ctx.refuse('invalid_credentials')
    await forgiveAttempts(tx, rate, who)
    return openSession(ctx, tx, account.id)
  })
  return { session: await giveSession(ctx, opened) }
}
