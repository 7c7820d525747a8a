import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/accounts/auth.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { App, Asking, Refusing } from '#server/platform/context.ts'
import { countProbe } from '#server/platform/http/signUpLimits.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { codeHash, secretHash } from '#server/platform/vault/secrets.ts'
import {
  accountByEmail,
  confirmAddress,
  deleteTokens,
  isCode,
  takeCode,
  takeToken,
} from '#server/features/accounts/accounts.ts'

/** Costs and answers the same for every address; the job finds out whether there is anything to send. */
export const resendConfirmation: Handler<typeof contract.resendConfirmation> = async (
  ctx,
  { body },
) => {
  const { email } = body
  await ctx.jobs.send(ctx.db, 'mail_confirmation', { email })
  return { done: true }
}

export const confirmEmail: Handler<typeof contract.confirmEmail> = async (ctx, { body }) => {
  const byCode = 'code' in body ? await readCode(ctx, body) : null
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const userId =
      'code' in body
        ? byCode && (await takeCode(tx, byCode.userId, byCode.hash, now)) && byCode.userId
        : await takeToken(tx, 'confirm', secretHash(body.token), now)
    if (!userId) return ctx.refuse('code' in body ? 'invalid_code' : 'invalid_link')
    await byCode?.takeBack(tx)
    await confirmAddress(tx, userId, now)
    await deleteTokens(tx, userId, ['confirm'])
  })
  return { done: true }
}

/**
 * Whose code it is, or a refusal: after the same questions for every address, none of which locks
 * anything, so that the time taken does not say whether there is an account.
 */
async function readCode(
  ctx: App & Asking & Refusing<'invalid_code'>,
  { email, code }: { email: string; code: string },
) {
  const takeBack = await countProbe(ctx)
  await enforceRateLimit(ctx, 'confirmCodePerEmail', email)
  const account = await accountByEmail(ctx.db, email)
  const userId = account?.id ?? randomUUID()
  const hash = codeHash(userId, code)
  if (!(await isCode(ctx.db, userId, hash, ctx.now()))) return ctx.refuse('invalid_code')
  return { userId, hash, takeBack }
}
