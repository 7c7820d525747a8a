import { setTimeout as pause } from 'node:timers/promises'

/** A value that costs a query is read at most once in this time, however often metrics are requested. */
const ASK_AGAIN_MS = 5_000
/** The longest wait for a value, so that metrics are answered even while the database is down. */
export const PATIENCE_MS = 2_000

/** A value that is read seldom, by one query at a time, and waited for only briefly; null while unknown. */
export class CachedValue<T> {
  #read: () => Promise<T>
  #patienceMs: number
  #last: { at: number; answer: Promise<T | null> } | null = null
  #isOpen = false

  constructor(read: () => Promise<T>, patienceMs = PATIENCE_MS) {
    this.#read = read
    this.#patienceMs = patienceMs
  }

  read(): Promise<T | null> {
    const at = performance.now()
    const isDue = !this.#last || at - this.#last.at >= ASK_AGAIN_MS
    if (isDue && !this.#isOpen) this.#last = { at, answer: this.#open() }
    // the query has been running for too long: unknown
    else if (isDue) return Promise.resolve(null)
    return this.#last?.answer ?? Promise.resolve(null)
  }

  async #open(): Promise<T | null> {
    this.#isOpen = true
    const answer = this.#read().catch(() => null)
    void answer.finally(() => (this.#isOpen = false))
    return Promise.race([answer, pause(this.#patienceMs, null, { ref: false })])
  }
}
