import { randomInt } from 'node:crypto'
import { Refusal } from './refusal.ts'

/** Lets a few through at a time and a bounded number wait in order; whoever comes then hears "not now" at once. */
export class Turnstile {
  #free: number
  #maxWaiting: number
  #waiting: (() => void)[] = []

  constructor({ abreast, waiting }: { abreast: number; waiting: number }) {
    this.#free = abreast
    this.#maxWaiting = waiting
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#queue()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  #queue(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw notNow()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

/** A second or two, so that those refused together do not come back together. */
export const retryAfter = (): number => randomInt(1, 3)

export const notNow = (): Refusal => new Refusal('unavailable', { retryAfter: retryAfter() })
