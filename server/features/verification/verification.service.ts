// A member hands in staged documents for review, sees how it stands, and withdraws them until it is decided.
import type * as contract from '#contract/verification/verification.ts'
import type { Verification } from '#contract/verification/verification.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { updateVerification } from '#server/features/members/members.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { attachStaged, listStaged, isStagedSql, isSubmittedSql } from './documents.queries.ts'
import { removeFiles } from './documents.service.ts'
import { cancelPending, shred } from './shredding.service.ts'
import { attemptRefusal, STAGED_MS } from './verification.policy.ts'
import {
  findStanding,
  insertSubmission,
  listReceipts,
  listViews,
  lockMember,
  findVerificationStatus,
} from './verification.queries.ts'

export const getVerification: Handler<typeof contract.getVerification> = async (ctx) =>
  (await readVerification(ctx, ctx.viewer.userId)) ?? ctx.refuse('not_signed_in')

async function readVerification({ db, now }: App, userId: string): Promise<Verification | null> {
  const standing = await findStanding(db, userId, now())
  if (!standing) return null
  const [views, receipts] = await Promise.all([listViews(db, userId), listReceipts(db, userId)])
  return { ...standing, views, receipts }
}

export const submitVerification: Handler<typeof contract.submitVerification> = async (
  ctx,
  { body },
) => {
  const { userId } = ctx.viewer
  ctx.refuseIf(termsRefusal(ctx.viewer))
  const { consent, frontId, backId, selfieId } = body
  const wanted = Object.entries({ front: frontId, back: backId, selfie: selfieId }).flatMap(
    ([side, id]) => (id ? [{ side, id: id.toLowerCase() }] : []),
  )

  const gone = await ctx.db.transaction(async (tx) => {
    const status = (await lockMember(tx, userId)) ?? ctx.refuse('not_signed_in')
    ctx.refuseIf(attemptRefusal(status, ctx.viewer))
    const at = ctx.now()
    const staged = await listStaged(tx, userId, new Date(at.getTime() - STAGED_MS))
    const files = wanted.map(({ side, id }) =>
      staged.find((file) => file.id === id && file.side === side),
    )
    const [first] = files
    if (!first || files.includes(undefined)) return ctx.refuse('files_missing')
    const retryAfter = await countAttempt(ctx, tx, 'idUpload', userId)
    if (retryAfter !== null) return ctx.refuse('upload_limit_reached', { retryAfter })

    const submissionId = first.meantFor
    await insertSubmission(tx, { id: submissionId, userId, consent, at })
    await updateVerification(tx, userId, { status: 'pending' })
    const replaced = await shred(ctx, tx, isSubmittedSql(userId), 'replaced')
    await attachStaged(
      tx,
      wanted.map(({ id }) => id),
    )
    const unused = await shred(ctx, tx, isStagedSql(userId), 'never_submitted')
    const details = { submission: submissionId, files: wanted.length }
    await audit(tx, { at, actorId: userId, action: 'id_submitted', subjectId: userId, details })
    return [...replaced, ...unused]
  })
  await removeFiles(ctx, gone)
  return (await readVerification(ctx, userId)) ?? ctx.refuse('not_signed_in')
}

export const withdrawVerification: Handler<typeof contract.withdrawVerification> = async (ctx) => {
  const { userId } = ctx.viewer
  const gone = await ctx.db.transaction((tx) => cancelPending(ctx, tx, userId, 'withdrawn'))
  if (gone) await removeFiles(ctx, gone)
  // somebody was faster; asked a second time it is done already
  else if ((await findVerificationStatus(ctx.db, userId)) !== 'none')
    return ctx.refuse('already_decided')
  return (await readVerification(ctx, userId)) ?? ctx.refuse('not_signed_in')
}
