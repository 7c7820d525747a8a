// What a member has not read in their rooms, the last words and who is there, and marking a room as read.
import { excerpt } from '#contract/excerpt.ts'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import type * as contract from '#contract/rooms/unread.ts'
import { findReader, settleSeen } from '#server/features/notifications/notifications.ts'
import {
  getRoster,
  isPresenceShown,
  listShown,
  requireRoomMembership,
} from '#server/features/rooms/rooms.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { Visibility } from '#server/platform/member-rules/visibility.ts'
import { getPostCache } from '#server/features/posts/cache/roomCache.ts'
import { readPage } from '#server/features/posts/posts.queries.ts'
import { redactPost } from '#server/features/posts/posts.sight.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { listSlugs, listUnreadPosts, raiseMarks, type Mark } from './unread.queries.ts'

export const markRead: Handler<typeof contract.markRead> = async (ctx, { params, body }) => {
  const { viewer } = ctx
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  await getReadingMarks(ctx).raise({
    roomId: roomAccess.id,
    userId: viewer.userId,
    number: body.number,
  })
  return { done: true }
}

export const listUnread: Handler<typeof contract.listUnread> = async (ctx, { query }) => {
  const { userId, sight } = ctx.viewer
  const reader = await findReader(ctx.db, userId, ctx.now())
  if (!reader?.isLooking) return { rooms: [] }
  const each = query.each ?? limits.unreadEach
  return { rooms: await listUnreadPosts(ctx.db, { ...reader, sight }, each) }
}

export const listLastWords: Handler<typeof contract.listLastWords> = async (ctx) => {
  const { userId, sight } = ctx.viewer
  const reader = await findReader(ctx.db, userId, ctx.now())
  if (!reader?.isLooking || reader.rooms.length === 0) return { rooms: [] }
  const [slugs, isSeen] = await Promise.all([
    listSlugs(ctx.db, reader.rooms),
    isPresenceShown(ctx.db, userId),
  ])
  const places = slugs.map(({ id, slug }) => {
    const here = isSeen
      ? getRoster(ctx)
          .in(id)
          .filter((one) => !sight.blockedWith.has(one.id))
      : []
    return { id, slug, here, named: here.slice(0, limits.presentNamed) }
  })
  // what another process said may be late, or not be a process's
  const shown = await listShown(
    ctx.db,
    places.map(({ id }) => id),
    places.flatMap(({ named }) => named.map(({ id }) => id)),
  )
  const cache = getPostCache(ctx)
  const rooms = places.map(async ({ id, slug, here, named }) => {
    const people = named.flatMap((one) =>
      shown
        .filter((other) => other.roomId === id && other.id === one.id)
        .map(({ username }) => ({ id: one.id, username })),
    )
    const { posts, from } = await cache.readNewest(id)
    let last = findSeen(posts, sight)
    // nothing of what is remembered is for them: what was said before may be
    if (!last && from > 1)
      last = findSeen((await readPage(ctx.db, id, {}, 1, sight))?.posts ?? [], sight)
    return {
      slug,
      here: here.length - named.length + people.length,
      people,
      last: last
        ? {
            author: { id: last.author.id, username: last.author.username },
            at: last.createdAt,
            text: excerpt(last.text.split('\n', 1)[0] ?? '', limits.excerpt),
          }
        : null,
    }
  })
  return { rooms: await Promise.all(rooms) }
}

/** The newest of some posts that somebody with this sight sees. */
const findSeen = (posts: readonly Post[], sight: Visibility): Post | undefined =>
  posts.flatMap((post) => redactPost(sight, post) ?? [])[0]

/** Everybody in a full room reads a new post at about the same time. */
const GATHER_MS = 150
const MOST_TOGETHER = 1_000

type Waiting = { mark: Mark; settle: { resolve(): void; reject(error: unknown): void }[] }

/** Writes down what members have read, and that nobody has to tell them of it any more; what comes at about the same time goes in one statement. */
class ReadMarks {
  #app: Pick<App, 'db' | 'now'>
  #waiting = new Map<string, Waiting>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(app: Pick<App, 'db' | 'now'>) {
    this.#app = app
  }

  /** Resolves once it is stored. */
  raise(mark: Mark): Promise<void> {
    return new Promise((resolve, reject) => {
      const key = `${mark.roomId} ${mark.userId}`
      const one = this.#waiting.get(key) ?? { mark, settle: [] }
      if (mark.number > one.mark.number) one.mark = mark
      one.settle.push({ resolve, reject })
      this.#waiting.set(key, one)
      if (!this.#timer) this.#timer = setTimeout(() => void this.#store(), GATHER_MS)
    })
  }

  async #store(): Promise<void> {
    this.#timer = undefined
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    for (let start = 0; start < all.length; start += MOST_TOGETHER) {
      const some = all.slice(start, start + MOST_TOGETHER)
      const settle = some.flatMap((one) => one.settle)
      try {
        const marks = some.map(({ mark }) => mark)
        await raiseMarks(this.#app.db, marks, this.#app.now())
        await settleSeen(this.#app, marks)
        for (const { resolve } of settle) resolve()
      } catch (error) {
        for (const { reject } of settle) reject(error)
      }
    }
  }
}

const getReadingMarks = perApp((app: Pick<App, 'db' | 'bus' | 'now'>) => new ReadMarks(app))
