// The newest posts of rooms in use, read once for all who ask and never older than what was announced.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Post } from '#contract/posts/posts.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { LruCache } from '#server/platform/process/lruCache.ts'
import { readRange, readPage } from '#server/features/posts/posts.queries.ts'
import { findMemberIds, withAnswered } from '#server/features/posts/posts.sight.ts'

/** All posts of a room from one number to another, the newest first, without removed ones. */
export type CachedPage = { readonly from: number; readonly upTo: number; readonly posts: Post[] }

/** A read in progress, and the bus's age when it began. */
type Reading = { readonly age: number; readonly window: Promise<CachedPage> }

/** A cached room: its highest announced number, the cached posts, a read in progress, and writes in progress. */
type UsedRoom = {
  announced: number
  window: CachedPage | null
  reading: Reading | null
  storing: Promise<void> | null
}

/** More than a screen shows, so that a browser that was disconnected for a moment is answered from here too. */
const KEPT = 120
const MOST_ROOMS = 500
/** A room that nobody requests, and whose posts go to no stream of this process, is evicted after this long. */
const IDLE_MS = 15 * 60_000
const OVERTAKEN_MS = 10

/**
 * Caches the newest posts of the rooms in use. Events keep it up to date: announced posts are read once for
 * all requests; after a change or removal the posts are read again. While events cannot be received nothing
 * is cached.
 */
class RoomPostCache {
  #app: Pick<App, 'db' | 'bus'>
  #rooms = new LruCache<UsedRoom>({ most: MOST_ROOMS, idleMs: IDLE_MS })

  constructor(app: Pick<App, 'db' | 'bus'>) {
    this.#app = app
    const { bus } = app
    bus.on('post', ({ roomId, number }) => this.noteLatest(roomId, number))
    bus.on('posts_changed', ({ roomId }) => this.#forget(roomId))
    bus.on('room_changed', ({ roomId }) => this.#forget(roomId))
    bus.on('sight_changed', () => {
      for (const room of this.#rooms.values()) room.window = null
    })
    bus.on('member_changed', ({ userId }) => {
      for (const room of this.#rooms.values())
        if (room.window?.posts.some((post) => findMemberIds(post).includes(userId)))
          room.window = null
    })
    // the database may have gone back to an earlier state
    bus.onReconnect(() => this.#rooms.clear())
  }

  /** How many rooms are cached. */
  get size(): number {
    return this.#rooms.size
  }

  /** Notes that posts up to this number exist. Ignored for a room that is not cached. */
  noteLatest(roomId: string, number: number): void {
    this.#rooms.evict()
    const room = this.#rooms.peek(roomId)
    if (room) room.announced = Math.max(room.announced, number)
  }

  #forget(roomId: string): void {
    const room = this.#rooms.peek(roomId)
    if (room) room.window = null
  }

  /** Notes that this process is storing a post: the next announced number may be that post, which is about to be appended. */
  awaitWrite(roomId: string, storing: Promise<unknown>): void {
    const room = this.#rooms.peek(roomId)
    if (!room) return
    const all = waitForAll(room.storing, storing).then(() => {
      if (room.storing === all) room.storing = null
    })
    room.storing = all
  }

  /** Adds a post this process stored; `age` is the bus's age when its author was read. */
  append(roomId: string, post: Post, age: number): void {
    this.noteLatest(roomId, post.number)
    const { bus } = this.#app
    const room = this.#rooms.peek(roomId)
    if (room?.window?.upTo === post.number - 1 && bus.isReceiving && bus.age === age)
      room.window = extendPage(room.window, post.number, [post])
  }

  /** The newest posts, including everything announced before the call. */
  async readNewest(roomId: string): Promise<CachedPage> {
    let room = this.#use(roomId)
    const { announced } = room
    for (let isFirst = true; ; isFirst = false, room = this.#use(roomId)) {
      const { window, reading, storing } = room
      if (window && window.upTo >= announced && this.#app.bus.isReceiving) return window
      if (window && storing && isFirst) {
        // the event may arrive before the answer to the statement that sent it
        await Promise.race([storing, sleep(OVERTAKEN_MS)])
        continue
      }
      // a read that began before the last invalidation may lack what changed
      const isCurrent = reading?.age === this.#app.bus.age
      const read = await (isCurrent ? reading.window : this.#read(roomId, room))
      if (read.upTo >= announced) return read
      // read after the announcement and still without the post: the database went back
      if (!isCurrent) {
        if (room.announced === announced) room.announced = read.upTo
        return read
      }
    }
  }

  /** The posts numbered above `after`, up to and including `upTo`, which has been announced. */
  async readBetween(roomId: string, after: number, upTo: number): Promise<Post[]> {
    this.noteLatest(roomId, upTo)
    const window = await this.readNewest(roomId)
    return after >= window.from - 1
      ? window.posts.filter(({ number }) => number > after && number <= upTo)
      : (await readRange(this.#app.db, roomId, after, upTo)).posts
  }

  #use(roomId: string): UsedRoom {
    return (
      this.#rooms.get(roomId) ??
      this.#rooms.set(roomId, { announced: 0, window: null, reading: null, storing: null })
    )
  }

  #read(roomId: string, room: UsedRoom): Promise<CachedPage> {
    const { age } = this.#app.bus
    const window = this.#readNow(roomId, room, age).finally(() => {
      if (room.reading === reading) room.reading = null
    })
    const reading = { age, window }
    room.reading = reading
    return window
  }

  async #readNow(roomId: string, room: UsedRoom, age: number): Promise<CachedPage> {
    const { db, bus } = this.#app
    const known = bus.isReceiving ? room.window : null
    const read =
      (known && (await readNewer(db, roomId, known, room.announced))) ||
      (await readAfresh(db, roomId))
    // changed while it was read: used for the waiting requests, but not cached
    if (bus.isReceiving && bus.age === age && room.window === known) room.window = read
    return read
  }
}

/** Waits for all and drops their results, so that the room does not keep them in memory. */
async function waitForAll(...all: unknown[]): Promise<void> {
  await Promise.allSettled(all)
}

/** The page with newer posts added; null when there are too many, or fewer than were known. */
async function readNewer(
  db: App['db'],
  roomId: string,
  known: CachedPage,
  announced: number,
): Promise<CachedPage | null> {
  // the last read may be ahead of the announcements
  const upTo = Math.max(announced, known.upTo)
  if (upTo - known.upTo > KEPT) return null
  const { posts, latest } = await readRange(db, roomId, known.upTo, upTo)
  return latest < known.upTo ? null : extendPage(known, Math.min(upTo, latest), posts)
}

async function readAfresh(db: App['db'], roomId: string): Promise<CachedPage> {
  const { posts, latest } = (await readPage(db, roomId, {}, KEPT)) ?? { posts: [], latest: 0 }
  const from = posts.length === KEPT ? posts[KEPT - 1]!.number : 1
  return { from, upTo: latest, posts }
}

function extendPage(window: CachedPage, upTo: number, newer: readonly Post[]): CachedPage {
  const posts = [...newer, ...withAnswered(window.posts, newer)].slice(0, KEPT)
  const isCut = posts.length < newer.length + window.posts.length
  return { from: isCut ? posts[KEPT - 1]!.number : window.from, upTo, posts }
}

export const getPostCache = perApp((app: Pick<App, 'db' | 'bus'>) => new RoomPostCache(app))
