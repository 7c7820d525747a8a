import type * as contract from '#contract/accounts/factors.ts'
import { spendOfNets } from '#server/platform/limits/nets.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { accountById } from '#server/features/accounts/accounts.queries.ts'
import { needsConfirmation } from '#server/features/accounts/auth.policy.ts'
import {
  answeringPasskey,
  askForPasskey,
} from '#server/features/accounts/second-factor/passkeys/passkeys.ceremony.ts'
import { notePasskeyUse } from '#server/features/accounts/second-factor/passkeys/passkeys.queries.ts'
import { giveSession, openSession } from '#server/features/accounts/sessions/sessions.service.ts'

const WHOEVER = { purpose: 'log_in', userId: null } as const

/** Says nothing of anybody: the authenticator shows its owner what it knows for this club. */
export const startPasskeyLogIn: Handler<typeof contract.startPasskeyLogIn> = async (ctx) => {
  await spendOfNets(ctx, 'passkeyChallengePerAddress')
  return askForPasskey(ctx, WHOEVER)
}

/** A passkey its owner unlocked is both factors at once. */
export const logInWithPasskey: Handler<typeof contract.logInWithPasskey> = async (
  ctx,
  { body },
) => {
  const answer = await answeringPasskey(ctx, WHOEVER, body)
  const account = answer && (await accountById(ctx.db, answer.passkey.userId))
  if (!account) return ctx.refuse('passkey_invalid')
  if (needsConfirmation(ctx.config) && !account.emailConfirmedAt)
    return ctx.refuse('email_not_confirmed')
  if (account.isLeaving) return ctx.refuse('account_leaving')

  const opened = await ctx.db.begin(async (tx) => {
    const { passkey, signCount } = answer
    if (!(await notePasskeyUse(tx, passkey.id, signCount, ctx.now())))
      return ctx.refuse('passkey_invalid')
    return openSession(ctx, tx, account.id, { hasFactor: true })
  })
  return { session: await giveSession(ctx, opened) }
}
