/** What has taken this long by then, or soon after, when a new line comes about, may hang in an old one. */
const HUNG_MS = 500
const HURRY = 'hurry'

/** Calls that are safe to repeat, one at a time, over lines that may die without a word. */
export class RetryingRequest {
  #longestMs: number
  #until = new AbortController()
  #since = 0
  #hurried: ReturnType<typeof setTimeout> | undefined

  constructor(longestMs: number) {
    this.#longestMs = longestMs
  }

  /** Gives up after the longest time, and starts over whenever it is hurried. */
  async ask<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      const until = new AbortController()
      this.#until = until
      this.#since = performance.now()
      const late = setTimeout(() => until.abort(), this.#longestMs)
      try {
        return await call(until.signal)
      } catch (error) {
        if (until.signal.reason !== HURRY) throw error
      } finally {
        clearTimeout(late)
        clearTimeout(this.#hurried)
      }
    }
  }

  /** What was asked is no longer wanted. */
  stop(): void {
    this.#until.abort()
  }

  /** A new line has come about. */
  hurry(): void {
    clearTimeout(this.#hurried)
    const until = this.#until
    const taken = performance.now() - this.#since
    // one that has only just begun may have gone out on an old line all the same
    this.#hurried = setTimeout(() => until.abort(HURRY), Math.max(0, HUNG_MS - taken))
  }
}
