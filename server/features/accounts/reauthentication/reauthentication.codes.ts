import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/accounts/security.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { mailedCode } from '#server/platform/mail/mail.secrets.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { codeHash, newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { accountById } from '#server/features/accounts/accounts.queries.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'
import { hasFactor } from '#server/features/accounts/second-factor/secondFactor.policy.ts'
import { findFactors } from '#server/features/accounts/second-factor/secondFactor.queries.ts'
import { deleteTokens, insertMailedToken } from '#server/features/accounts/tokens.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_proof: { userId: string }
  }
}

/**
 * Whether somebody of the staff has to show that the mailbox is theirs: where a role needs a second
 * factor and there is none yet, a password alone adds none, nor changes the address codes go to.
 */
export const needsMailedCode = async (
  { db }: { db: Sql },
  { userId, isFactorDue }: Pick<Viewer, 'userId' | 'isFactorDue'>,
): Promise<boolean> => isFactorDue && !hasFactor(await findFactors(db, userId))

export const mailProof: Handler<typeof contract.mailProof> = async (ctx) => {
  const { userId } = ctx.viewer
  if (!(await needsMailedCode(ctx, ctx.viewer))) return ctx.refuse(codes.forbidden)
  await ctx.enforceLimits()
  await ctx.jobs.send(ctx.db, 'mail_proof', { userId })
  return { done: true }
}

export const proofMails = {
  mail_proof: { send: mailCode, afterRestore: 'dropped' },
} satisfies Partial<JobHandlers>

/** The newest code is the one that counts. */
async function mailCode(app: App, { userId }: { userId: string }): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account || account.isLeaving) return
  const code = await mailedCode(app, 'proof')
  const now = app.now()
  const token = {
    tokenHash: secretHash(newToken()),
    userId,
    email: account.email,
    purpose: 'proof',
    codeHash: codeHash(userId, code),
    expiresAt: new Date(now.getTime() + authLifetimes.mailedProof),
  } as const
  const isTheirs = await app.db.transaction(async (tx) => {
    await holdAccount(tx, userId)
    await deleteTokens(tx, userId, ['proof'])
    return insertMailedToken(tx, token, now)
  })
  if (!isTheirs) return
  const minutes = authLifetimes.mailedProof / 60_000
  await writeMail(app, 'proof', account, { code, values: { minutes } })
}
