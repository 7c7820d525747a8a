import type * as contract from '#contract/auth.ts'
import { spendAttempt } from '#server/platform/attempts.ts'
import { spendOfRange } from '#server/platform/probing.ts'
import type { Handler } from '#server/platform/route.ts'
import { codeHash, secretHash } from '#server/platform/secrets.ts'
import { accountByEmail, confirmAddress } from './accounts.queries.ts'
import { deleteTokens, takeCode, takeToken } from './tokens.queries.ts'

/** Costs and answers the same for every address; the job finds out whether there is anything to send. */
export const resendConfirmation: Handler<typeof contract.resendConfirmation> = async (
  ctx,
  { body },
) => {
  const email = body.email.toLowerCase()
  await spendOfRange(ctx, 'resendPerAddress')
  await spendAttempt(ctx, 'resendPerEmail', email)
  await ctx.jobs.send(ctx.db, 'mail_confirmation', { email })
  return { done: true }
}

export const confirmEmail: Handler<typeof contract.confirmEmail> = async (ctx, { body }) => {
  const now = ctx.now()
  if ('code' in body) await spendAttempt(ctx, 'confirmCodePerEmail', body.email.toLowerCase())

  return ctx.db.begin(async (tx) => {
    let userId: string | null
    if ('code' in body) {
      const account = await accountByEmail(tx, body.email.toLowerCase())
      const isRight =
        account && (await takeCode(tx, account.id, codeHash(account.id, body.code), now))
      userId = isRight ? account.id : null
    } else {
      userId = await takeToken(tx, 'confirm', secretHash(body.token), now)
    }
    if (!userId) return ctx.refuse('code' in body ? 'invalid_code' : 'invalid_link')
    await confirmAddress(tx, userId, now)
    await deleteTokens(tx, userId, ['confirm'])
    return { done: true as const }
  })
}
