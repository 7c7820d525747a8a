// Reading the posts of a room, and posting in it: a post is stored once, or its author reads why it was not.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits, rates } from '#contract/limits.ts'
import type * as contract from '#contract/posts/posts.ts'
import type * as stored from '#contract/posts/storedPosts.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { toRateKeys, rejectBlockedContent } from '#server/features/content-rules/content-rules.ts'
import { requireRoomMembership } from '#server/features/rooms/rooms.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { toAuthor } from '#server/platform/member-rules/author.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { Batcher } from '#server/platform/database/batcher.ts'
import { perApp } from '#server/platform/database/events.ts'
import { redactPost } from './posts.sight.ts'
import { cutPage, pageSize, pageSpan } from './posts.paging.ts'
import { isOwn, storingRefusal } from './posts.policy.ts'
import {
  POST_RATES,
  listOwnIds,
  readPage,
  readUnstored,
  insertPosts,
  type NewPost,
} from './posts.queries.ts'
import { getPostCache } from './cache/roomCache.ts'

/** The posts of a room numbered above `after`, up to and including `upTo`, which has been announced. */
export const readPostRange = (
  app: Pick<App, 'db' | 'bus'>,
  roomId: string,
  after: number,
  upTo: number,
) => getPostCache(app).readBetween(roomId, after, upTo)

/** Tells the cache the highest number of a room that was read from the database. */
export const noteLatest = (app: Pick<App, 'db' | 'bus'>, roomId: string, latest: number): void =>
  getPostCache(app).noteLatest(roomId, latest)

export const listPosts: Handler<typeof contract.listPosts> = async (ctx, { params, query }) => {
  const roomAccess = await requireRoomMembership(ctx, params.slug)

  const remembered = cutPage(
    await getPostCache(ctx).readNewest(roomAccess.id),
    query,
    ctx.viewer.sight,
  )
  if (remembered) return remembered
  const page = await readPage(ctx.db, roomAccess.id, query, pageSize(query), ctx.viewer.sight)
  if (!page) return ctx.refuse('room_not_found')
  // the query leaves out authors the viewer does not see; whom the others quote and name is checked here
  const posts = page.posts.flatMap((post) => redactPost(ctx.viewer.sight, post) ?? [])
  return { ...page, posts, ...pageSpan(query, page) }
}

export const createPost: Handler<typeof contract.createPost> = async (ctx, { params, body }) => {
  const { viewer } = ctx
  const { userId, sessionId, portrait } = viewer
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  ctx.refuseIf(termsRefusal(viewer))
  if (viewer.postingLimit) return ctx.refuse('posting_limited', viewer.postingLimit)

  const { text } = body
  await rejectBlockedContent(ctx, text)
  const pace = toRateKeys(viewer, roomAccess.id, text)
  const id = body.id.toLowerCase()
  const createdAt = ctx.now().toISOString()
  const { icebreakerId = null, replyTo = null } = body
  const at = { roomId: roomAccess.id, userId, sessionId, createdAt, pace }
  const order = { id, text, icebreakerId, replyTo, ...at }
  const cache = getPostCache(ctx)
  const storing = getPostBatcher(ctx)
    .write(order)
    .then((stored) => {
      if (!stored) return null
      const { role, left, ...got } = stored
      const author = toAuthor(viewer, { portrait, role })
      const post = { text, createdAt, editedAt: null, author, ...got }
      cache.append(roomAccess.id, post, ctx.viewerAge)
      return { post, left }
    })
  cache.awaitWrite(roomAccess.id, storing)
  const done = await storing
  if (done) {
    // the event reaches the listeners before the author's response is written
    await nextTurn()
    return { ...presentPost(viewer, done.post), left: remainingQuota(done.left) }
  }

  const unstored = { ...order, createdAt: ctx.now().toISOString() }
  const why = await readUnstored(ctx, ctx.db, unstored, params.slug)
  const { taken } = why
  if (taken?.post && isOwn(taken, order)) return { ...presentPost(viewer, taken.post), left: null }
  const { code, ...details } = storingRefusal(viewer, order, why)
  return ctx.refuse(code, details)
}

export const findStored: Handler<typeof stored.findStored> = async (ctx, { body }) => {
  const { generation } = ctx.bus
  const ids = await listOwnIds(ctx.db, ctx.viewer.userId, body.ids)
  // while the database goes over, nobody knows which of its lives was asked
  return { ids, generation: generation === ctx.bus.generation ? generation : null }
}

/** An author's own post; a quote of somebody they do not see is left out. */
const presentPost = ({ sight }: Viewer, post: contract.Post): contract.Post =>
  redactPost(sight, post) ?? post

/** The rate that is used up first, once it nearly is. */
function remainingQuota(left: readonly number[]): { count: number; minutes: number } | null {
  const count = Math.max(0, Math.min(...left))
  const name = POST_RATES[left.indexOf(Math.min(...left))]
  return name && count <= limits.postsLeftTold ? { count, minutes: rates[name].minutes } : null
}

/** Stores posts, those that come together in one statement. */
export const getPostBatcher = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'strongbox'>) =>
    new Batcher({
      db: app.db,
      listening: () => app.bus.sql,
      insert: (on, posts: readonly NewPost[]) => insertPosts(app, on, posts),
    }),
)
