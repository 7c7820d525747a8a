// Re-authentication: shows again who is there, by password, code or passkey, before acts that ask for it.
import type * as contract from '#contract/accounts/security.ts'
import type { startPasskeyProof as startContract } from '#contract/accounts/secondFactor.ts'
import { resetRateLimit, enforceRateLimit } from '#server/platform/limits/attempts.ts'
import { audit, auditRepeated } from '#server/platform/limits/audit.ts'
import type { App, Context, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { codeHash } from '#server/platform/vault/secrets.ts'
import { isPassword } from '#server/platform/vault/passwords.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { accountById, keepsPassword } from '#server/features/accounts/accounts.queries.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'
import { noteRefused } from '#server/features/accounts/login/logIns.service.ts'
import { takeCode } from '#server/features/accounts/second-factor/secondFactor.codes.ts'
import { hasFactor } from '#server/features/accounts/second-factor/secondFactor.policy.ts'
import {
  findFactors,
  noteFactor,
} from '#server/features/accounts/second-factor/secondFactor.queries.ts'
import {
  answeringPasskey,
  askForPasskey,
} from '#server/features/accounts/second-factor/passkeys/passkeys.ceremony.ts'
import { notePasskeyUse } from '#server/features/accounts/second-factor/passkeys/passkeys.queries.ts'
import { needsMailedCode } from './reauthentication.codes.ts'
import { isFreshProof } from '#server/features/accounts/sessions/recentLogIn.policy.ts'
import {
  forgetWeakProofs,
  lastProof,
  noteProof,
} from '#server/features/accounts/sessions/recentLogIn.queries.ts'
import { hasRole } from '#server/features/accounts/sessions/sessions.queries.ts'
import { giveNextToken, nextToken } from '#server/features/accounts/sessions/sessions.service.ts'
import { deleteWaiting } from '#server/features/accounts/settings/email.queries.ts'
import { takeCode as takeMailedCode } from '#server/features/accounts/tokens.queries.ts'

type Ctx = Context<'account', (typeof contract.prove.errors)[number]>
type Failure = (typeof contract.prove.errors)[number]
/** What was checked before the transaction, and uses itself up within it. */
type Way = { failure: Failure; isFactor: boolean; use: (tx: Sql) => Promise<boolean> }

export const prove: Handler<typeof contract.prove> = async (ctx, { body }) => {
  const way =
    'password' in body
      ? await byPassword(ctx, body.password)
      : 'code' in body
        ? await byCode(ctx, body.code)
        : await byPasskey(ctx, body.passkey)
  const { userId, sessionId, isModerator, isFactorDue } = ctx.viewer
  const isWatched = isModerator || isFactorDue
  const now = ctx.now()

  const proved = await ctx.db.transaction(async (tx) => {
    if (!(await way.use(tx))) return null
    if (!(await noteProof(tx, sessionId, now))) return ctx.refuse('not_signed_in')
    // what it opens up shall not hang by a token from before
    const isNew = way.isFactor && (await noteFactor(tx, sessionId, now))
    if (isWatched) await audit(tx, { at: now, actorId: userId, action: 'admin_proved' })
    return { token: isNew ? await nextToken(ctx, tx) : null }
  })
  if (!proved) {
    await noteRefused(ctx, userId, 'proof')
    const details = { reason: way.failure }
    const entry = { at: now, actorId: userId, action: 'admin_refused', details } as const
    if (isWatched) await auditRepeated(ctx, entry)
    return ctx.refuse(way.failure)
  }
  if (proved.token) giveNextToken(ctx, proved.token)
  return { until: new Date(now.getTime() + authLifetimes.proof).toISOString() }
}

/** Enough only where there is nothing better. */
async function byPassword(ctx: Ctx, password: string): Promise<Way> {
  const { userId } = ctx.viewer
  await enforceRateLimit(ctx, 'proof', userId)
  const account = await accountById(ctx.db, userId)
  const isRight = await isPassword(account?.passwordHash ?? null, password)
  return {
    failure: 'invalid_credentials',
    isFactor: false,
    async use(tx) {
      if (!account || !isRight || !(await keepsPassword(tx, account))) return false
      if (hasFactor(await findFactors(tx, userId))) return false
      // asked anew: a role given a moment ago needs more than this from now on
      if (ctx.config.secure && (await hasRole(tx, userId))) return false
      await resetRateLimit(ctx, tx, 'proof', userId)
      return true
    },
  }
}

async function byCode(ctx: Ctx, code: string): Promise<Way> {
  const { userId } = ctx.viewer
  // apart from the tries of a log-in, which others can make
  const who = `${userId} proof`
  await enforceRateLimit(ctx, 'secondFactor', who)
  // it shows whose the mailbox is, and is no second factor
  const isMailed = await needsMailedCode(ctx, ctx.viewer)
  return {
    failure: 'invalid_code',
    isFactor: !isMailed,
    async use(tx) {
      const isRight = isMailed
        ? await takeMailedCode(tx, userId, codeHash(userId, code), ctx.now(), 'proof')
        : await takeCode(ctx, tx, userId, code)
      if (!isRight) return false
      // its mail may come once more, and would make the code good again
      if (isMailed) await ctx.jobs.forget(tx, { userId, only: 'mail_proof' })
      await resetRateLimit(ctx, tx, 'secondFactor', who)
      return true
    },
  }
}

async function byPasskey(ctx: Ctx, given: contract.PasskeyAnswer): Promise<Way> {
  const purpose = { purpose: 'prove', userId: ctx.viewer.userId } as const
  const answer = await answeringPasskey(ctx, purpose, given)
  return {
    failure: 'passkey_invalid',
    isFactor: true,
    use: async (tx) =>
      answer !== null && notePasskeyUse(tx, answer.passkey.id, answer.signCount, ctx.now()),
  }
}

export const startPasskeyProof: Handler<typeof startContract> = async (ctx) => {
  const { userId } = ctx.viewer
  const { passkeys } = await findFactors(ctx.db, userId)
  if (passkeys === 0) return ctx.refuse('no_factor')
  return askForPasskey(ctx, { purpose: 'prove', userId })
}

/** `proof_needed` unless the viewer proved in this session, minutes ago, who they are. */
export const proofRefusal = async (
  { db, now }: Pick<App, 'now'> & { db: Sql },
  { sessionId }: Viewer,
): Promise<'proof_needed' | null> =>
  isFreshProof(await lastProof(db, sessionId), now()) ? null : 'proof_needed'

/**
 * For somebody who is given a role: what a password alone proved adds no second factor to it, nor does an
 * address asked for by one have its codes. The account is held, so that no proof comes in between.
 */
export async function endWeakProofs(tx: Sql, userId: string): Promise<void> {
  await holdAccount(tx, userId)
  await forgetWeakProofs(tx, userId)
  await deleteWaiting(tx, userId)
}
