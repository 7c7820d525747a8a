// Waves at a post, waves back, takes a wave back or declines a member's; who is declined does not learn it.
import { codes } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/waves.ts'
import type * as receivedWaves from '#contract/posts/receivedWaves.ts'
import {
  findReader,
  ring,
  settleAnswered,
  withdrawNotices,
} from '#server/features/notifications/notifications.ts'
import { requireRoomMembership } from '#server/features/rooms/rooms.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { maySeeOther } from '#server/platform/member-rules/visibility.ts'
import { meetingRefusal, waveUndoEnd, waveUndoStart, wavingRefusal } from './waves.policy.ts'
import {
  deleteWave,
  findFreshWave,
  findPost,
  findRestEnd,
  findWaveablePost,
  findWave,
  insertDecline,
  insertWave,
  isMutual,
  listOwn,
  listReceived,
  lockPair,
  findWaveState,
  type Pair,
} from './waves.queries.ts'

export const wave: Handler<typeof contract.wave> = async (ctx, { params: { postId } }) => {
  const { userId } = ctx.viewer
  ctx.refuseIf(meetingRefusal(ctx.viewer))
  const post = await findPost(ctx.db, postId, userId)
  // whether one they once read is there still is nothing that is said outside of its room
  if (!post?.isMember) return ctx.refuse(codes.notFound)
  ctx.refuseIf(wavingRefusal(ctx.viewer, post))

  const pair = { userId, authorId: post.authorId }
  return ctx.db.transaction(async (tx) => {
    await lockPair(tx, pair)
    const known = await findWave(tx, postId, userId)
    const wavedAt = known?.createdAt ?? (await waveOnce(ctx, tx, pair, postId))
    return {
      undoableUntil: waveUndoEnd(wavedAt).toISOString(),
      isMutual: await isMutual(tx, pair),
    }
  })
}

export const waveBack: Handler<typeof contract.waveBack> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const pair = { userId, authorId: params.memberId.toLowerCase() }
  ctx.refuseIf(meetingRefusal(ctx.viewer))
  if (!(await maySeeOther(ctx.db, pair.userId, pair.authorId))) return ctx.refuse(codes.notFound)
  const reader = await findReader(ctx.db, userId, ctx.now())
  return ctx.db.transaction(async (tx) => {
    await lockPair(tx, pair)
    const fresh = await findFreshWave(tx, pair, waveUndoStart(ctx.now()))
    const post = fresh ?? (await findWaveablePost(tx, pair, reader?.rooms ?? []))
    if (!post) return ctx.refuse('nothing_to_wave_at')
    const wavedAt = fresh?.createdAt ?? (await waveOnce(ctx, tx, pair, post.id))
    await settleAnswered(tx, { userId, actorId: pair.authorId, kinds: ['wave'] }, ctx.now())
    const { id, room, roomName, number } = post
    return {
      post: { id, room, roomName, number },
      undoableUntil: waveUndoEnd(wavedAt).toISOString(),
    }
  })
}

type Waving = Context<'member', typeof codes.notFound | 'wave_resting'>

/** Under the pair's lock, at a post that was not waved at; answers when that was. */
async function waveOnce(ctx: Waving, tx: Sql, pair: Pair, postId: string): Promise<string> {
  const { userId } = pair
  const at = ctx.now()
  const restEnd = await findRestEnd(tx, pair, at)
  if (restEnd) return ctx.refuse('wave_resting', { until: restEnd.toISOString() })
  await enforceRateLimit(ctx, 'wave', userId, tx)
  if (!(await insertWave(tx, { postId, userId, at }))) return ctx.refuse(codes.notFound)
  await notify(tx, pair, postId, at)
  return at.toISOString()
}

/** The author; and both of them, when this is the wave that makes it mutual. */
async function notify(tx: Sql, pair: Pair, postId: string, at: Date): Promise<void> {
  const { userId, authorId } = pair
  const { sent, isReturned, isDeclined } = await findWaveState(tx, pair)
  if (isDeclined) return
  await ring(tx, { kind: 'wave', userId: authorId, actorId: userId, postId, at })
  if (!isReturned || sent > 1) return
  await ring(tx, { kind: 'mutual_wave', userId: authorId, actorId: userId, postId, at })
  await ring(tx, { kind: 'mutual_wave', userId, actorId: authorId, postId, at })
}

export const undoWave: Handler<typeof contract.undoWave> = async (ctx, { params: { postId } }) => {
  const { userId } = ctx.viewer
  const waved = await findWave(ctx.db, postId, userId)
  if (!waved) return { done: true }
  if (ctx.now() > waveUndoEnd(waved.createdAt)) return ctx.refuse('wave_settled')
  const { authorId } = waved
  await ctx.db.transaction(async (tx) => {
    await lockPair(tx, { userId, authorId })
    await deleteWave(tx, postId, userId)
    await withdrawNotices(tx, { userId: authorId, actorId: userId, kinds: ['wave'], postId })
    if ((await findWaveState(tx, { userId, authorId })).sent > 0) return
    await withdrawNotices(tx, { userId: authorId, actorId: userId, kinds: ['mutual_wave'] })
    await withdrawNotices(tx, { userId, actorId: authorId, kinds: ['mutual_wave'] })
  })
  return { done: true }
}

export const listOwnWaves: Handler<typeof contract.listOwnWaves> = async (
  ctx,
  { params, query },
) => {
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  const { from } = query
  const to = Math.min(query.to, from + limits.wavesPerQuestion - 1)
  const found = await listOwn(ctx.db, {
    roomId: roomAccess.id,
    userId: ctx.viewer.userId,
    from,
    to,
  })
  return {
    numbers: found.map(({ number }) => number),
    mutual: found.flatMap((one) => (one.isMutual ? [one.number] : [])),
  }
}

export const listWaves: Handler<typeof receivedWaves.listWaves> = async (ctx, { query }) => {
  const reader = await findReader(ctx.db, ctx.viewer.userId, ctx.now())
  if (!reader?.isLooking) return { waves: [], next: null }
  const page = { after: query.before, limit: limits.wavesPerPage }
  const { lines, next } = await listReceived(ctx.db, { ...reader, ...page })
  return { waves: lines, next }
}

export const declineWaves: Handler<typeof receivedWaves.declineWaves> = async (ctx, { body }) => {
  const { userId } = ctx.viewer
  const { waverId } = body
  await ctx.db.transaction(async (tx) => {
    await lockPair(tx, { userId, authorId: waverId })
    await insertDecline(tx, { userId, waverId, at: ctx.now() })
    await withdrawNotices(tx, { userId, actorId: waverId, kinds: ['wave', 'mutual_wave'] })
  })
  return { done: true }
}
