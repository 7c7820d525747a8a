import { randomInt } from 'node:crypto'
import { Refusal } from './refusal.ts'

/** Lets a few through at a time and a bounded number wait in order; whoever comes then hears "not now" at once. */
export class Semaphore {
  #free: number
  #maxWaiting: number
  #rest: number
  #waiting: (() => void)[] = []

  /** `rest`: how long a place stays empty after work, as a multiple of the time the work took. */
  constructor({ abreast, waiting, rest = 0 }: { abreast: number; waiting: number; rest?: number }) {
    this.#rest = rest
    this.#free = abreast
    this.#maxWaiting = waiting
  }

  /** Whoever comes now is turned away. */
  get isFull(): boolean {
    return this.#free === 0 && this.#waiting.length >= this.#maxWaiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#queue()
    const since = performance.now()
    try {
      return await work()
    } finally {
      if (this.#rest > 0) setTimeout(() => this.#leave(), this.#rest * (performance.now() - since))
      else this.#leave()
    }
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }

  #queue(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw busy()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

/** A second or two, so that those refused together do not come back together. */
export const drawRetryAfter = (): number => randomInt(1, 3)

export const busy = (): Refusal => new Refusal('unavailable', { retryAfter: drawRetryAfter() })
