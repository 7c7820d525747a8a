import { setTimeout as pause } from 'node:timers/promises'

/** However often somebody looks, what costs the database something is asked once in so long. */
const ASK_AGAIN_MS = 5_000
/** Whoever looks shall have an answer, also of a club whose database has none. */
export const PATIENCE_MS = 2_000

/** What is asked seldom and waited for shortly; null while it is not known. One question at a time. */
export class Asked<T> {
  #ask: () => Promise<T>
  #patienceMs: number
  #last: { at: number; answer: Promise<T | null> } | null = null
  #isOpen = false

  constructor(ask: () => Promise<T>, patienceMs = PATIENCE_MS) {
    this.#ask = ask
    this.#patienceMs = patienceMs
  }

  read(): Promise<T | null> {
    const at = performance.now()
    const isDue = !this.#last || at - this.#last.at >= ASK_AGAIN_MS
    if (isDue && !this.#isOpen) this.#last = { at, answer: this.#open() }
    // one that has been open for so long is not known
    else if (isDue) return Promise.resolve(null)
    return this.#last?.answer ?? Promise.resolve(null)
  }

  async #open(): Promise<T | null> {
    this.#isOpen = true
    const answer = this.#ask().catch(() => null)
    void answer.finally(() => (this.#isOpen = false))
    return Promise.race([answer, pause(this.#patienceMs, null, { ref: false })])
  }
}
