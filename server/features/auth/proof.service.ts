import type * as contract from '#contract/review.ts'
import { forgiveAttempts, spendAttempt } from '#server/platform/attempts.ts'
import { audit, auditRepeated } from '#server/platform/audit.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { isPassword } from '#server/platform/passwords.ts'
import type { Handler } from '#server/platform/route.ts'
import { accountById, keepsPassword } from './accounts.queries.ts'
import { lifetimes } from './auth.policy.ts'
import { isFreshProof } from './proof.policy.ts'
import { lastProof, noteProof } from './proof.queries.ts'

export const prove: Handler<typeof contract.prove> = async (ctx, { body }) => {
  const { userId, sessionId, isAdmin } = ctx.viewer
  await spendAttempt(ctx, 'proof', userId)
  const account = await accountById(ctx.db, userId)
  const isRight = await isPassword(account?.passwordHash ?? null, body.password)
  if (!account || !isRight) {
    const details = { reason: 'invalid_credentials' }
    const entry = { at: ctx.now(), actorId: userId, action: 'admin_refused', details } as const
    if (isAdmin) await auditRepeated(ctx, entry)
    return ctx.refuse('invalid_credentials')
  }

  const now = ctx.now()
  await ctx.db.begin(async (tx) => {
    if (!(await keepsPassword(tx, account))) return ctx.refuse('invalid_credentials')
    if (!(await noteProof(tx, sessionId, now))) return ctx.refuse('not_signed_in')
    await forgiveAttempts(tx, 'proof', userId)
    if (isAdmin) await audit(tx, { at: now, actorId: userId, action: 'admin_proved' })
  })
  return { until: new Date(now.getTime() + lifetimes.proof).toISOString() }
}

/** `proof_needed` unless whoever asks proved in this session, minutes ago, who they are. */
export const proofRefusal = async (
  { db, now }: Pick<App, 'db' | 'now'>,
  { sessionId }: Viewer,
): Promise<'proof_needed' | null> =>
  isFreshProof(await lastProof(db, sessionId), now()) ? null : 'proof_needed'
