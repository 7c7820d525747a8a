// Sends new posts and messages to everybody who listens: read once, and each gets what they may see.
import type { LiveEvent } from '#contract/live.ts'
import type { Post } from '#contract/posts/posts.ts'
import { noteLatest, readPostRange, redactPost } from '#server/features/posts/posts.ts'
import { readTableRange } from '#server/features/tables/tables.ts'
import type { App } from '#server/platform/context.ts'
import {
  joinPieces,
  encodeWithReplacements,
  encodeEvent,
  type Piece,
} from '#server/platform/stream/encoding.ts'
import { LruCache } from '#server/platform/process/lruCache.ts'
import { SubscriberIndex, type Subscriber } from './subscriberIndex.ts'

type Feed = { place: FeedPlace; seen: number; subscribers: SubscriberIndex; isReading: boolean }

const AT_ONCE = 100
const TRY_AGAIN_MS = 250
/** Longer than a listener takes to join after it read where a room stands; one that is behind reads again. */
const ANNOUNCED_MS = 60_000

/** Rooms or tables: how new posts are read, how they become events, and where the newest number is noted. */
type FeedKind = {
  read(app: FeedApp, place: FeedPlace, after: number, upTo: number): Promise<Post[]>
  toEvent(slug: string, number: number, post: Post | null): LiveEvent
  noteLatest?(app: FeedApp, id: string, latest: number): void
}
type FeedApp = Pick<App, 'db' | 'bus' | 'keys' | 'log'>
/** A room is named by its slug, a table by its id. */
type FeedPlace = { id: string; slug: string; latest: number }

export const rooms: FeedKind = {
  read: (app, { id }, after, upTo) => readPostRange(app, id, after, upTo),
  toEvent: (room, number, post) => ({ type: 'post', room, number, post }),
  noteLatest,
}
export const tables: FeedKind = {
  read: (app, { id }, after, upTo) => readTableRange(app, id, after, upTo),
  toEvent: (table, number, post) => ({ type: 'message', table, number, post }),
}

/**
 * The new posts of each room or table that has listeners in this process: read once, rendered once, written
 * to all. Only announced numbers are read. Announcements come in the order of commits, so a member who left
 * a room is removed before any later post is sent.
 */
export class Feeds {
  #app: FeedApp
  #kind: FeedKind
  #feeds = new Map<string, Feed>()
  #announced = new LruCache<number>({ idleMs: ANNOUNCED_MS })
  #due = new Set<string>()

  constructor(app: FeedApp, kind: FeedKind) {
    this.#app = app
    this.#kind = kind
  }

  announce(roomId: string, number: number): void {
    this.#announced.set(roomId, Math.max(number, this.#announced.peek(roomId) ?? 0))
    // what is announced in the same turn is sent together
    if (this.#feeds.has(roomId) && !this.#due.has(roomId)) {
      if (this.#due.size === 0) setImmediate(() => this.#readDue())
      this.#due.add(roomId)
    }
  }

  /** How many rooms or tables have a known newest number. */
  get announcedSize(): number {
    return this.#announced.size
  }

  /**
   * Forgets the newest numbers: the database may have gone back to an earlier state. All listeners join
   * again and are sent the newest number of each room.
   */
  startAnew(): void {
    this.#feeds.clear()
    this.#announced.clear()
    this.#due.clear()
  }

  #readDue(): void {
    const due = [...this.#due]
    this.#due.clear()
    for (const roomId of due) {
      const feed = this.#feeds.get(roomId)
      if (feed) void this.#read(roomId, feed)
    }
  }

  /** Adds a listener, which receives every number above the one this returns. */
  join(subscriber: Subscriber, place: FeedPlace): number {
    const feed = this.#feeds.get(place.id) ?? {
      place,
      seen: place.latest,
      subscribers: new SubscriberIndex(),
      isReading: false,
    }
    feed.place = place
    this.#kind.noteLatest?.(this.#app, place.id, place.latest)
    feed.subscribers.add(subscriber)
    this.#feeds.set(place.id, feed)
    // announced while nobody here listened, after `latest` was read
    void this.#read(place.id, feed)
    return feed.seen
  }

  /** The newest number of a room that has listeners. */
  positionIn(roomId: string): { slug: string; latest: number } {
    const { place, seen } = this.#feeds.get(roomId)!
    return { slug: place.slug, latest: seen }
  }

  leave(subscriber: Subscriber, roomId: string): void {
    const feed = this.#feeds.get(roomId)
    feed?.subscribers.delete(subscriber)
    if (feed?.subscribers.size === 0) this.#feeds.delete(roomId)
  }

  async #read(roomId: string, feed: Feed): Promise<void> {
    if (feed.isReading) return
    feed.isReading = true
    try {
      for (;;) {
        const upTo = Math.min(this.#announced.get(roomId) ?? 0, feed.seen + AT_ONCE)
        if (upTo <= feed.seen || feed.subscribers.size === 0) break
        const posts = await this.#kind.read(this.#app, feed.place, feed.seen, upTo)
        // all listeners joined again meanwhile
        if (this.#feeds.get(roomId) !== feed) break
        deliver(feed, this.#kind, posts, upTo)
      }
      feed.isReading = false
    } catch (error) {
      this.#app.log.warn({ err: error }, 'a room could not be read; trying again')
      setTimeout(() => {
        feed.isReading = false
        void this.#read(roomId, feed)
      }, TRY_AGAIN_MS).unref()
    }
  }
}

function deliver(feed: Feed, kind: FeedKind, posts: Post[], upTo: number): void {
  const byNumber = new Map(posts.map((post) => [post.number, post]))
  const numbers = Array.from({ length: upTo - feed.seen }, (_, index) => feed.seen + 1 + index)
  const render = (number: number, post: Post | null) =>
    encodeEvent(kind.toEvent(feed.place.slug, number, post))
  const pieces = numbers.map((number) => render(number, byNumber.get(number) ?? null))
  const changes = new Map<Subscriber, [index: number, piece: Piece][]>()
  for (const post of posts.toReversed()) {
    const index = post.number - feed.seen - 1
    const bare = render(post.number, null)
    for (const subscriber of feed.subscribers.affectedBy(post)) {
      const seen = redactPost(subscriber.sight, post)
      if (seen === post) continue
      const change = seen ? render(post.number, seen) : bare
      changes.set(subscriber, [...(changes.get(subscriber) ?? []), [index, change]])
    }
  }
  // one write for each listener, however many events there are
  const whole = joinPieces(pieces)
  feed.seen = upTo
  for (const subscriber of feed.subscribers.all()) {
    if (subscriber.isHeld) continue
    const own = changes.get(subscriber)
    subscriber.sendFrame(own ? encodeWithReplacements(whole, pieces, own) : whole)
  }
}
