import type * as contract from '#contract/posts.ts'
import { insideRefusal } from '#server/features/rooms/rooms.policy.ts'
import { takeNumber } from '#server/features/rooms/rooms.service.ts'
import { spendAttempt } from '#server/platform/attempts.ts'
import { publish } from '#server/platform/events.ts'
import type { Handler } from '#server/platform/route.ts'
import { pageSize, spanOf } from './posts.paging.ts'
import { findPlaceAndTaken, insertPost, readPage, type Taken } from './posts.queries.ts'

export { readBetween as postsBetween } from './posts.queries.ts'

export const listPosts: Handler<typeof contract.listPosts> = async (ctx, { params, query }) => {
  const { db, viewer } = ctx
  const page = await readPage(db, params.slug, viewer.userId, query, pageSize(query))
  if (!page) return ctx.refuse('room_not_found')
  ctx.refuseIf(insideRefusal(viewer, page))
  return { posts: page.posts, latest: page.latest, ...spanOf(query, page) }
}

export const createPost: Handler<typeof contract.createPost> = async (ctx, { params, body }) => {
  const { viewer, db } = ctx
  const { userId, username, city } = viewer
  const id = body.id.toLowerCase()
  const find = () => findPlaceAndTaken(db, params.slug, userId, id)

  const place = await find()
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(insideRefusal(viewer, place))
  if (place.taken) return firstOf(place.taken)

  const createdAt = ctx.now().toISOString()
  const icebreakerId = body.icebreakerId ?? null
  try {
    return await db.begin(async (tx) => {
      await spendAttempt(ctx, 'postPerMinute', userId, tx)
      await spendAttempt(ctx, 'postPerHour', userId, tx)
      const post = { id, text: body.text, icebreakerId, createdAt }
      const number = await insertPost(tx, takeNumber(place.id, userId), { ...post, userId })
      if (number === null) return ctx.refuse('not_in_room')
      await publish(tx, { kind: 'post', roomId: place.id, number })
      return { ...post, number, author: { id: userId, username, city } }
    })
  } catch (error) {
    // the same post sent twice at once: the other one was first, and nothing of this one remains
    const taken = isUniqueViolation(error) ? (await find())?.taken : null
    if (!taken) throw error
    return firstOf(taken)
  }

  function firstOf({ roomId, post }: Taken) {
    const isRepeat = roomId === place?.id && post.author.id === userId
    return isRepeat ? post : ctx.refuse('23505')
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
