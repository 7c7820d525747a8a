import { randomBytes, randomUUID } from 'node:crypto'
import type { InputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/verification/verification.ts'
import type { Side } from '#contract/verification/verification.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { secondsToWait } from '#server/platform/limits/attempts.ts'
import { DecoderBusy } from '#server/platform/decoding/decoder.ts'
import { detectFileType } from '#server/platform/files/fileType.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { forgetFiles, insertStaged, listStaged, isStagedSql } from './documents.queries.ts'
import { removeFiles } from './documents.service.ts'
import { holdMonths } from './months.queries.ts'
import { attemptRefusal, isTypeAllowed, documentMark, STAGED_MS } from './verification.policy.ts'
import { lockMember, findVerificationStatus } from './verification.queries.ts'

const BUSY_SECONDS = 2

export const stageFile: Handler<typeof contract.stageFile> = async (ctx, { query, file }) => {
  const { userId } = ctx.viewer
  ctx.refuseIf(termsRefusal(ctx.viewer))
  await ctx.enforceLimits()
  ctx.refuseIf(attemptRefusal((await findVerificationStatus(ctx.db, userId)) ?? 'none', ctx.viewer))
  const retryAfter = await secondsToWait(ctx, ctx.db, ['idUpload'], userId)
  if (retryAfter !== null) return ctx.refuse('upload_limit_reached', { retryAfter })
  if (!isTypeAllowed(query, detectFileType(file))) return ctx.refuse('wrong_file_type')

  const decoded = await decodeAndStamp(ctx, file, query.type).catch((error: unknown) => {
    if (error instanceof DecoderBusy) return ctx.refuse('unavailable', { retryAfter: BUSY_SECONDS })
    throw error
  })
  if ('unreadable' in decoded) return ctx.refuse(decoded.unreadable)
  const [picture] = decoded.pictures
  if (!picture) return ctx.refuse('unreadable_image')
  return { fileId: await store(ctx, query.side, picture.bytes) }
}

type Ctx = Parameters<Handler<typeof contract.stageFile>>[0]
type Type = InputOf<typeof contract.stageFile>['query']['type']

/** What is left of a stranger's file: pixels of our own making, marked as a copy. */
const decodeAndStamp = ({ decoder, config, now, viewer }: Ctx, bytes: Uint8Array, type: Type) =>
  decoder.decode(viewer.userId, {
    kind: 'document',
    bytes,
    type: type === 'pdf' ? 'pdf' : 'image',
    mark: documentMark(config.clubName, now()),
  })

async function store(ctx: Ctx, side: Side, bytes: Uint8Array): Promise<string> {
  const { userId } = ctx.viewer
  const id = randomUUID()
  const replaced = await ctx.db.transaction(async (tx) => {
    const status = (await lockMember(tx, userId)) ?? ctx.refuse('not_signed_in')
    ctx.refuseIf(attemptRefusal(status, ctx.viewer))
    await holdMonths(tx)
    const createdAt = ctx.now()
    const staged = await listStaged(tx, userId, new Date(createdAt.getTime() - STAGED_MS))
    const meantFor = staged[0]?.meantFor ?? randomUUID()
    const path = `${userId}/${side}_${createdAt.getTime()}_${randomBytes(16).toString('hex')}`
    const forgotten = await forgetFiles(tx, isStagedSql(userId, side), createdAt)
    const key = await ctx.vault.put(
      path,
      bytes,
      { userId, submissionId: meantFor, side },
      createdAt,
    )
    await insertStaged(tx, { id, userId, meantFor, side, path, createdAt }, key)
    return forgotten.map((file) => file.path)
  })
  await removeFiles(ctx, replaced)
  return id
}
