import type * as contract from '#contract/posts.ts'
import { isSessionOpen } from '#server/features/auth/sessions.service.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { contentStanding } from '#server/features/consent/consent.service.ts'
import { insideRefusal } from '#server/features/rooms/rooms.policy.ts'
import { findPlace, placeOf } from '#server/features/rooms/rooms.service.ts'
import { timeToWait } from '#server/platform/attempts.ts'
import type { App } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/route.ts'
import { pageOf, pageSize, spanOf } from './posts.paging.ts'
import { findTaken, POST_RATES, readPage } from './posts.queries.ts'
import { windowsOf } from './posts.window.ts'
import { writerOf } from './posts.writer.ts'

/** The posts of a room numbered above `after`, up to and including `upTo`, which has been announced. */
export const postsBetween = (
  app: Pick<App, 'db' | 'hub'>,
  roomId: string,
  after: number,
  upTo: number,
) => windowsOf(app).between(roomId, after, upTo)

/** Somebody read in the database that a room has come this far. */
export const knowLatest = (app: Pick<App, 'db' | 'hub'>, roomId: string, latest: number): void =>
  windowsOf(app).announce(roomId, latest)

export { peopleOf, shown } from './posts.sight.ts'

export const listPosts: Handler<typeof contract.listPosts> = async (ctx, { params, query }) => {
  const place = await placeOf(ctx, params.slug)
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(insideRefusal(ctx.viewer, place))

  const remembered = pageOf(await windowsOf(ctx).newest(place.id), query, ctx.viewer.sight)
  if (remembered) return remembered
  const page = await readPage(ctx.db, place.id, query, pageSize(query), ctx.viewer.sight)
  if (!page) return ctx.refuse('room_not_found')
  return { ...page, ...spanOf(query, page) }
}

export const createPost: Handler<typeof contract.createPost> = async (ctx, { params, body }) => {
  const { viewer, hub } = ctx
  const { userId, sessionId, username, city, portrait } = viewer
  const { age } = hub
  const place = await placeOf(ctx, params.slug)
  if (!place) return ctx.refuse('room_not_found')
  ctx.refuseIf(insideRefusal(viewer, place) ?? termsRefusal(viewer))

  const { text } = body
  const id = body.id.toLowerCase()
  const createdAt = ctx.now().toISOString()
  const icebreakerId = body.icebreakerId ?? null
  const order = { id, roomId: place.id, userId, sessionId, text, icebreakerId, createdAt }
  const isVerified = viewer.verificationStatus === 'verified'
  const author = { id: userId, username, city, isVerified, portrait }
  const windows = windowsOf(ctx)
  const storing = writerOf(ctx)
    .write(order)
    .then((stored) => {
      if (!stored) return null
      const post = { id, text, createdAt, author, ...stored }
      windows.stored(place.id, post, age)
      return post
    })
  windows.expect(place.id, storing)
  const post = await storing
  if (post) return post

  const taken = await findTaken(ctx.db, id)
  if (taken) {
    const isRepeat = taken.roomId === place.id && taken.userId === userId
    return isRepeat ? (taken.post ?? ctx.refuse('consent_required')) : ctx.refuse('23505')
  }
  const retryAfter = await timeToWait(ctx, ctx.db, POST_RATES, userId)
  if (retryAfter !== null) return ctx.refuse('too_many_attempts', { retryAfter })
  // what this process remembered had just ceased to be true
  if (!(await isSessionOpen(ctx.db, sessionId, ctx.now()))) return ctx.refuse('not_signed_in')
  const [now, standing] = await Promise.all([
    findPlace(ctx.db, params.slug, userId),
    contentStanding(ctx.db, userId),
  ])
  ctx.refuseIf(now ? insideRefusal({ ...viewer, ...standing }, now) : 'room_not_found')
  if (standing?.isHidden) return ctx.refuse('42501')
  return ctx.refuse('unavailable', { retryAfter: 1 })
}
