// Stores posts and messages at tables: what several members say at once goes into one statement.
import { setImmediate } from 'node:timers'
import { isUniqueViolation, type Sql } from './database.ts'

type Order = { id: string; userId: string }
type Pending<Asked, Stored> = {
  item: Asked
  resolve(stored: Stored | null): void
  reject(error: unknown): void
}

type Options<Asked, Stored> = {
  db: Sql
  /** The listening connection, used instead of `db` for a single statement: the event then arrives with the answer. */
  listening?: () => Sql | null
  /** Stores what several members ask for in one statement; what is not among the answers was not stored. */
  insert(on: Sql, items: readonly Asked[]): Promise<Stored[]>
}

/** While one waits for the disk the next is prepared; more would only wait for each other's rows. */
const AT_ONCE = 2
const MOST_TOGETHER = 64

/** Connections with a running statement: another one would wait for it. */
const taken = new WeakSet<Sql>()

/**
 * Stores what members say. What comes while others are being written goes together in the next
 * statement, so one commit and one notice serve them all; nobody waits for company.
 */
export class Batcher<Asked extends Order, Stored extends { id: string }> {
  #options: Options<Asked, Stored>
  #waiting: Pending<Asked, Stored>[] = []
  #busy = 0

  constructor(options: Options<Asked, Stored>) {
    this.#options = options
  }

  /** Durable when it resolves; null when it may not be stored as things stand. */
  write(item: Asked): Promise<Stored | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      setImmediate(() => this.#next())
    })
  }

  #next(): void {
    while (this.#busy < AT_ONCE && this.#waiting.length > 0) {
      this.#busy += 1
      const listening = this.#busy === 1 ? this.#options.listening?.() : null
      const own = listening && !taken.has(listening) ? listening : null
      if (own) taken.add(own)
      void this.#store(this.#take(), own ?? this.#options.db).finally(() => {
        if (own) taken.delete(own)
        this.#busy -= 1
        this.#next()
      })
    }
  }

  /** The next ones in order, one a member: what they say is counted one after the other. */
  #take(): Pending<Asked, Stored>[] {
    const together = new Map<string, Pending<Asked, Stored>>()
    this.#waiting = this.#waiting.filter((order) => {
      if (together.size >= MOST_TOGETHER || together.has(order.item.userId)) return true
      together.set(order.item.userId, order)
      return false
    })
    return [...together.values()]
  }

  async #store(orders: Pending<Asked, Stored>[], on: Sql): Promise<void> {
    const { db, insert } = this.#options
    try {
      const stored = await insert(
        on,
        orders.map(({ item }) => item),
      )
      const byId = new Map(stored.map((one) => [one.id, one]))
      for (const { item, resolve } of orders) resolve(byId.get(item.id) ?? null)
    } catch (error) {
      // nothing was stored: the one that caused it must not fail the others
      if (orders.length > 1) await Promise.all(orders.map((order) => this.#store([order], db)))
      else
        for (const { resolve, reject } of orders)
          // the same one sent twice at once: the other one was first
          if (isUniqueViolation(error)) resolve(null)
          else reject(error)
    }
  }
}
