// Stages one side of an identity document: decoded anew, marked as a copy, encrypted before it is stored.
import { randomBytes, randomUUID } from 'node:crypto'
import type { InputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/verification/verification.ts'
import type { Side } from '#contract/verification/verification.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { secondsToWait } from '#server/platform/limits/attempts.ts'
import { DecoderBusy } from '#server/platform/decoding/decoder.ts'
import { detectFileType } from '#server/platform/files/fileType.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { holdMonths } from '#server/platform/vault/keptKeys.ts'
import {
  findNextSubmission,
  forgetFiles,
  insertStaged,
  isStagedSql,
  listStaged,
} from './documents.queries.ts'
import { removeFiles } from './documents.service.ts'
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

/** As many as there are sides: of those sent at once the first says what all are meant for. */
const TRIES = 3

async function store(ctx: Ctx, side: Side, bytes: Uint8Array): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const id = await storeOnce(ctx, side, bytes)
    if (id) return id
  }
  return ctx.refuse('unavailable', { retryAfter: BUSY_SECONDS })
}

/** The file first, however long its store takes, and then its row; null when what it was meant for is another by then. */
async function storeOnce(ctx: Ctx, side: Side, bytes: Uint8Array): Promise<string | null> {
  const { userId } = ctx.viewer
  const createdAt = ctx.now()
  const since = new Date(createdAt.getTime() - STAGED_MS)
  const known = await findNextSubmission(ctx.db, userId, since)
  const meantFor = known ?? randomUUID()
  const path = `${userId}/${side}_${createdAt.getTime()}_${randomBytes(16).toString('hex')}`
  const wrap = await ctx.vault.lay(path, bytes, { userId, submissionId: meantFor, side })
  await ctx.keys.prepare(ctx.now())
  const id = randomUUID()
  const replaced = await ctx.db
    .transaction(async (tx) => {
      const status = (await lockMember(tx, userId)) ?? ctx.refuse('not_signed_in')
      ctx.refuseIf(attemptRefusal(status, ctx.viewer))
      await holdMonths(tx)
      const [staged] = await listStaged(tx, userId, since)
      if ((staged?.meantFor ?? null) !== known) return null
      const forgotten = await forgetFiles(tx, isStagedSql(userId, side), createdAt)
      const file = { id, userId, meantFor, side, path, createdAt }
      await insertStaged(tx, file, await wrap(ctx.now()))
      return forgotten.map((file) => file.path)
    })
    .catch(async (error: unknown) => {
      // after anything else it may be there all the same, and what is not is swept
      if (error instanceof Refusal) await removeFiles(ctx, [path])
      throw error
    })
  await removeFiles(ctx, replaced ?? [path])
  return replaced && id
}
