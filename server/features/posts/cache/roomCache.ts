import { setTimeout as sleep } from 'node:timers/promises'
import type { Post } from '#contract/posts/posts.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { readRange, readPage } from '#server/features/posts/posts.queries.ts'
import { findMemberIds, withAnswered } from '#server/features/posts/posts.sight.ts'

/** Every post of a room from one number to another; newest first, removed ones left out. */
export type CachedPage = { readonly from: number; readonly upTo: number; readonly posts: Post[] }

/** One under way, and the bus's age when it began. */
type Reading = { readonly age: number; readonly window: Promise<CachedPage> }

/** More than a screen shows, so that whoever was away for a moment is answered from here too. */
const KEPT = 120
const MOST_ROOMS = 500
const OVERTAKEN_MS = 10

/**
 * The newest posts of the rooms in use, kept true by the notices: what was announced is read once,
 * whoever asks. What was changed or removed is forgotten and read again. While the notices cannot
 * be heard nothing is remembered.
 */
class RoomPostCache {
  #app: Pick<App, 'db' | 'bus'>
  #windows = new Map<string, CachedPage>()
  #announced = new Map<string, number>()
  #reading = new Map<string, Reading>()
  #storing = new Map<string, Set<Promise<unknown>>>()

  constructor(app: Pick<App, 'db' | 'bus'>) {
    this.#app = app
    const { bus } = app
    bus.on('post', ({ roomId, number }) => this.noteLatest(roomId, number))
    bus.on('posts_changed', ({ roomId }) => void this.#windows.delete(roomId))
    bus.on('room_changed', ({ roomId }) => void this.#windows.delete(roomId))
    bus.on('sight_changed', () => this.#windows.clear())
    bus.on('member_changed', ({ userId }) => {
      for (const [roomId, { posts }] of this.#windows)
        if (posts.some((post) => findMemberIds(post).includes(userId))) this.#windows.delete(roomId)
    })
    // the database may have gone back to before what was announced
    bus.onReconnect(() => {
      this.#windows.clear()
      this.#announced.clear()
    })
  }

  /** Somebody knows that the room has come this far. */
  noteLatest(roomId: string, number: number): void {
    if (number > (this.#announced.get(roomId) ?? 0)) this.#announced.set(roomId, number)
  }

  /** This process is storing a post here: what is announced next may be this one, and known in a moment. */
  awaitWrite(roomId: string, storing: Promise<unknown>): void {
    const all = this.#storing.get(roomId) ?? new Set()
    this.#storing.set(roomId, all.add(storing))
    const over = () => {
      all.delete(storing)
      if (all.size === 0) this.#storing.delete(roomId)
    }
    storing.then(over, over)
  }

  /** This process stored the post itself; `age` is the bus's when its author was looked up. */
  append(roomId: string, post: Post, age: number): void {
    this.noteLatest(roomId, post.number)
    const { bus } = this.#app
    const window = this.#windows.get(roomId)
    if (window?.upTo === post.number - 1 && bus.isHearing && bus.age === age)
      this.#windows.set(roomId, extendPage(window, post.number, [post]))
  }

  /** The newest posts, no older than anything announced or heard before the question. */
  async readNewest(roomId: string): Promise<CachedPage> {
    const announced = this.#announced.get(roomId) ?? 0
    for (let isFirst = true; ; isFirst = false) {
      const window = this.#windows.get(roomId)
      if (window && window.upTo >= announced && this.#app.bus.isHearing) return window
      const storing = this.#storing.get(roomId)
      if (window && storing && isFirst) {
        // a notice may overtake the answer to the statement that sent it
        await Promise.race([Promise.allSettled(storing), sleep(OVERTAKEN_MS)])
        continue
      }
      const reading = this.#reading.get(roomId)
      // what was heard since may be missing in one that is under way
      const isCurrent = reading?.age === this.#app.bus.age
      const read = await (isCurrent ? reading.window : this.#read(roomId))
      if (read.upTo >= announced) return read
      // asked after it was announced, the database does not have it: it went back
      if (!isCurrent) {
        if (this.#announced.get(roomId) === announced) this.#announced.set(roomId, read.upTo)
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
      : ((await readRange(this.#app.db, roomId, after, upTo))?.posts ?? [])
  }

  #read(roomId: string): Promise<CachedPage> {
    const { age } = this.#app.bus
    const window = this.#readNow(roomId, age).finally(() => {
      if (this.#reading.get(roomId) === reading) this.#reading.delete(roomId)
    })
    const reading = { age, window }
    this.#reading.set(roomId, reading)
    return window
  }

  async #readNow(roomId: string, age: number): Promise<CachedPage> {
    const { db, bus } = this.#app
    const known = bus.isHearing ? this.#windows.get(roomId) : undefined
    const upTo = this.#announced.get(roomId) ?? 0
    const read =
      (known && upTo - known.upTo <= KEPT && (await readNewer(db, roomId, known, upTo))) ||
      (await readAfresh(db, roomId))
    this.noteLatest(roomId, read.upTo)
    // changed while it was read: good for those who wait, not for keeping
    if (bus.isHearing && bus.age === age && this.#windows.get(roomId) === known)
      this.#keep(roomId, read)
    return read
  }

  #keep(roomId: string, window: CachedPage): void {
    const [oldest] = this.#windows.size < MOST_ROOMS ? [] : this.#windows.keys()
    if (oldest) this.#windows.delete(oldest)
    this.#windows.set(roomId, window)
  }
}

/** What came since; null when there is less now than was known. */
async function readNewer(
  db: App['db'],
  roomId: string,
  known: CachedPage,
  upTo: number,
): Promise<CachedPage | null> {
  const { posts, latest } = (await readRange(db, roomId, known.upTo, upTo)) ?? {
    posts: [],
    latest: 0,
  }
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
