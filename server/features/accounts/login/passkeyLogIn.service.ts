import type * as contract from '#contract/accounts/secondFactor.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import { findDevice } from '#server/features/accounts/sessions/devices.service.ts'
import { accountById } from '#server/features/accounts/accounts.queries.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import {
  askForPasskey,
  parsePasskey,
} from '#server/features/accounts/second-factor/passkeys/passkeys.ceremony.ts'
import { notePasskeyUse } from '#server/features/accounts/second-factor/passkeys/passkeys.queries.ts'
import { noteRefused } from './logIns.service.ts'
import { giveSession, openSession } from '#server/features/accounts/sessions/sessions.service.ts'

const ANY_ACCOUNT = { purpose: 'log_in', userId: null } as const

/** Says nothing of anybody: the authenticator shows its owner what it knows for this club. */
export const startPasskeyLogIn: Handler<typeof contract.startPasskeyLogIn> = async (ctx) => {
  // a browser that signed in before has a count of its own, whatever its neighbours do
  const device = await findDevice(ctx)
  if (device) await enforceRateLimit(ctx, 'passkeyChallenge', device)
  await ctx.enforceLimits({ areNetsSpared: device !== null })
  return askForPasskey(ctx, ANY_ACCOUNT)
}

/** A passkey its owner unlocked is both factors at once. */
export const logInWithPasskey: Handler<typeof contract.logInWithPasskey> = async (
  ctx,
  { body },
) => {
  const named = await parsePasskey(ctx, ANY_ACCOUNT, body)
  const account = named && (await accountById(ctx.db, named.passkey.userId))
  if (!account) return ctx.refuse('passkey_invalid')
  const { passkey, signCount } = named
  const refuse = async (code: (typeof contract.logInWithPasskey.errors)[number]) => {
    await noteRefused(ctx, account.id, 'passkey')
    return ctx.refuse(code)
  }
  if (signCount === null) return refuse('passkey_invalid')
  if (needsConfirmation(ctx.config) && !account.emailConfirmedAt)
    return refuse('email_not_confirmed')
  if (account.isLeaving) return refuse('account_leaving')

  const opened = await ctx.db.transaction(async (tx) =>
    (await notePasskeyUse(tx, passkey.id, signCount, ctx.now()))
      ? openSession(ctx, tx, account.id, 'passkey')
      : null,
  )
  if (!opened) return refuse('passkey_invalid')
  return { session: await giveSession(ctx, opened) }
}
