import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/posts.ts'
import { findReader } from '#server/features/notifications/notifications.ts'
import { icebreakerOfTheDay, requireRoomMembership } from '#server/features/rooms/rooms.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findLastRoom, readAnswers, readNewestAnswers } from './answers.queries.ts'
import { redactPost } from '#server/features/posts/posts.sight.ts'

export const listAnswers: Handler<typeof contract.listAnswers> = async (ctx, { params, query }) => {
  const { db, viewer } = ctx
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  const icebreaker = await icebreakerOfTheDay(ctx)
  if (!icebreaker) return { icebreaker, posts: [], before: null }
  const max = limits.answersPerPage
  const { sight } = viewer
  const options = { roomId: roomAccess.id, icebreakerId: icebreaker.id, now: ctx.now(), max, sight }
  const read = await readAnswers(db, { ...options, before: query.before ?? null })
  return {
    icebreaker,
    // whom these name is looked at here
    posts: read.flatMap((post) => redactPost(sight, post) ?? []),
    before: read.length === max ? read.at(-1)!.number : null,
  }
}

/** One question for the whole club, and what was said to it where the viewer may be. */
export const getQuestion: Handler<typeof contract.getQuestion> = async (ctx) => {
  const { db, viewer } = ctx
  const { userId, sight } = viewer
  const [icebreaker, reader] = await Promise.all([
    icebreakerOfTheDay(ctx),
    findReader(db, userId, ctx.now()),
  ])
  if (!icebreaker || !reader?.isLooking) return { icebreaker, answers: [], lastRoom: null }
  const { rooms } = reader
  const options = { rooms, sight, icebreakerId: icebreaker.id, now: ctx.now() }
  const [answers, lastRoom] = await Promise.all([
    readNewestAnswers(db, { ...options, max: limits.answersQuoted }),
    findLastRoom(db, userId, rooms),
  ])
  return { icebreaker, answers, lastRoom }
}
