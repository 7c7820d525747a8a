/** What took longer than this when a new line came about may hang in the old one. */
const HUNG_MS = 500
const HURRY = 'hurry'

/** Calls that are safe to repeat, one at a time, over lines that may die without a word. */
export class Insistent {
  #longestMs: number
  #until = new AbortController()
  #since = 0

  constructor(longestMs: number) {
    this.#longestMs = longestMs
  }

  /** Gives up after the longest time, and begins anew whenever it is hurried. */
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
      }
    }
  }

  /** A new line has come about. */
  hurry(): void {
    if (performance.now() - this.#since > HUNG_MS) this.#until.abort(HURRY)
  }
}
