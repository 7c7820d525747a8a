// The second step of a log-in: a right password waits for its second factor in the same browser.
import type * as contract from '#contract/accounts/secondFactor.ts'
import { limits } from '#contract/limits.ts'
import {
  countAttempt,
  enforceRateLimit,
  resetRateLimit,
  secondsToWait,
} from '#server/platform/limits/attempts.ts'
import type { App, Asking } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import {
  spendFactorTry,
  takeCode,
} from '#server/features/accounts/second-factor/secondFactor.codes.ts'
import { noteFactorChange } from '#server/features/accounts/second-factor/secondFactor.mails.ts'
import {
  answeringPasskey,
  askForPasskey,
} from '#server/features/accounts/second-factor/passkeys/passkeys.ceremony.ts'
import { notePasskeyUse } from '#server/features/accounts/second-factor/passkeys/passkeys.queries.ts'
import { deleteLogIn } from './logIns.queries.ts'
import { noteOwed, noteRefused } from './logIns.service.ts'
import { insertPending, pendingByToken, takePending } from './pending.queries.ts'
import { giveSession, openSession } from '#server/features/accounts/sessions/sessions.service.ts'

/** Names a browser that typed the right password. By itself it opens nothing. */
const PENDING_COOKIE = 'pending'
const PENDING_MS = limits.secondFactorMinutes * 60_000

/** Notes that the password was right; answers the token this browser comes back with. */
export async function openPending(ctx: App & Asking, on: Sql, userId: string): Promise<string> {
  const now = ctx.now()
  const token = newToken()
  const expiresAt = new Date(now.getTime() + PENDING_MS)
  const tokenHash = secretHash(token)
  await insertPending(on, { tokenHash, userId, expiresAt }, now)
  await noteOwed(ctx, on, toOwedId(tokenHash), userId)
  return token
}

/** By which id the log-in that owes a factor stands among the noted ones; it tells nothing of the token. */
function toOwedId(tokenHash: Buffer): string {
  const digits = tokenHash.toString('hex')
  const part = (from: number, to: number) => digits.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-4${part(12, 15)}-8${part(15, 18)}-${part(18, 30)}`
}

export const givePending = ({ cookies }: Asking, token: string): void =>
  cookies.set(PENDING_COOKIE, token, PENDING_MS / 1000)

async function broughtPending({ cookies, db, now }: App & Asking) {
  const token = cookies.get(PENDING_COOKIE)
  if (!token) return null
  const tokenHash = secretHash(token)
  const whose = await pendingByToken(db, tokenHash, now())
  return whose && { ...whose, tokenHash }
}

export const startSecondFactor: Handler<typeof contract.startSecondFactor> = async (ctx) => {
  const pending = await broughtPending(ctx)
  if (!pending) return ctx.refuse('log_in_expired')
  // the password was right: nobody else at this address has a part in it
  await enforceRateLimit(ctx, 'passkeyChallenge', pending.tokenHash.toString('hex'))
  return askForPasskey(ctx, { purpose: 'second_factor', userId: pending.userId })
}

/** The password was right in this browser, minutes ago; a factor of the same account opens the session. */
export const logInWithFactor: Handler<typeof contract.logInWithFactor> = async (ctx, { body }) => {
  const pending = await broughtPending(ctx)
  if (!pending) return ctx.refuse('log_in_expired')
  const { userId, tokenHash } = pending
  const refusal = 'code' in body ? 'invalid_code' : 'passkey_invalid'
  // nobody guesses a passkey, so attackers cannot use up its tries
  const who = 'code' in body ? await spendFactorTry(ctx, pending) : null
  const purpose = { purpose: 'second_factor', userId } as const
  const answer = 'passkey' in body ? await answeringPasskey(ctx, purpose, body.passkey) : null

  const opened = await ctx.db.transaction(async (tx) => {
    const isRight =
      'code' in body
        ? await takeCode(ctx, tx, userId, body.code)
        : answer && (await notePasskeyUse(tx, answer.passkey.id, answer.signCount, ctx.now()))
    if (!isRight) return null
    if (!(await takePending(tx, tokenHash))) return ctx.refuse('log_in_expired')
    await deleteLogIn(tx, toOwedId(tokenHash))
    if (who) await resetRateLimit(ctx, tx, 'secondFactor', who)
    return openSession(ctx, tx, userId, 'second_factor')
  })
  if (!opened) {
    await deleteLogIn(ctx.db, toOwedId(tokenHash))
    await noteRefused(ctx, userId, 'second_factor')
    if (who && (await secondsToWait(ctx, ctx.db, ['secondFactor'], who)) !== null)
      await notifyOwner(ctx, userId)
    return ctx.refuse(refusal)
  }
  ctx.cookies.clear(PENDING_COOKIE)
  return { session: await giveSession(ctx, opened) }
}

/** A wrong factor means that somebody knows the password: the owner is mailed, once for all tries sent at once. */
const notifyOwner = (ctx: App, userId: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    if ((await countAttempt(ctx, tx, 'trace', `codes tried ${userId}`)) !== null) return
    await noteFactorChange(ctx, tx, { userId, event: 'codesTried' })
  })
