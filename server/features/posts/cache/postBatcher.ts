import { setImmediate } from 'node:timers'
import { isUniqueViolation, type Sql } from '#server/platform/database/database.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { insertPosts, type NewPost, type Stored } from '#server/features/posts/posts.queries.ts'

type PendingPost = {
  post: NewPost
  resolve(stored: Stored | null): void
  reject(error: unknown): void
}

/** While one waits for the disk the next is prepared; more would only wait for each other's rooms. */
const AT_ONCE = 2
const MOST_TOGETHER = 64

/**
 * Stores posts. Those that come while others are being written go together in the next
 * statement, so one commit and one notice serve them all; nobody waits for company.
 */
class PostBatcher {
  #app: Pick<App, 'config' | 'db' | 'bus' | 'strongbox'>
  #waiting: PendingPost[] = []
  #busy = 0
  #isDue = false

  constructor(app: Pick<App, 'config' | 'db' | 'bus' | 'strongbox'>) {
    this.#app = app
  }

  /** Durable when it resolves; null when the post may not be stored as things stand. */
  write(post: NewPost): Promise<Stored | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ post, resolve, reject })
      if (this.#isDue) return
      this.#isDue = true
      setImmediate(() => {
        this.#isDue = false
        this.#next()
      })
    })
  }

  #next(): void {
    while (this.#busy < AT_ONCE && this.#waiting.length > 0) {
      this.#busy += 1
      // alone, on the line that brings the notice along with the answer
      const on = (this.#busy === 1 && this.#app.bus.sql) || this.#app.db
      void this.#store(this.#take(), on).finally(() => {
        this.#busy -= 1
        this.#next()
      })
    }
  }

  /** The next ones in order, one a member: their posts are counted one after the other. */
  #take(): PendingPost[] {
    const taken = new Map<string, PendingPost>()
    this.#waiting = this.#waiting.filter((order) => {
      if (taken.size >= MOST_TOGETHER || taken.has(order.post.userId)) return true
      taken.set(order.post.userId, order)
      return false
    })
    return [...taken.values()]
  }

  async #store(orders: PendingPost[], on: Sql): Promise<void> {
    try {
      const posts = orders.map(({ post }) => post)
      const stored = await insertPosts(this.#app, on, posts)
      const byId = new Map(stored.map(({ id, ...got }) => [id, got]))
      for (const { post, resolve } of orders) resolve(byId.get(post.id) ?? null)
    } catch (error) {
      // nothing was stored; whoever caused it shall not spoil it for the others
      const { db } = this.#app
      if (orders.length > 1) await Promise.all(orders.map((order) => this.#store([order], db)))
      // the same post sent twice at once: the other one was first
      else if (isUniqueViolation(error)) orders[0]?.resolve(null)
      else orders[0]?.reject(error)
    }
  }
}

export const getPostBatcher = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'strongbox'>) => new PostBatcher(app),
)
