import { randomInt } from 'node:crypto'
import { FairQueue } from './fairQueue.ts'
import { Refusal } from './refusal.ts'

/**
 * Runs a few tasks at a time and lets a limited number wait; when the queue is full, one is refused at
 * once: the new one, or the last of the key with most.
 */
export class Semaphore {
  #abreast: number
  #free: number
  #maxWaiting: number
  #rest: number
  #waiting: FairQueue<{ letIn(): void; turnAway(refusal: Refusal): void }>

  /** `rest`: how long a place stays empty after work, as a multiple of the time the work took. */
  constructor({ abreast, waiting, rest = 0 }: { abreast: number; waiting: number; rest?: number }) {
    this.#rest = rest
    this.#abreast = abreast
    this.#free = abreast
    this.#maxWaiting = waiting
    this.#waiting = new FairQueue(waiting)
  }

  /** Nobody is at work, nor waits. */
  get isIdle(): boolean {
    return this.#free === this.#abreast
  }

  /** Whether the next task has to wait, or is refused. */
  get isBusy(): boolean {
    return this.#free === 0
  }

  /** Whether all places and the queue are full, so that the next task is refused or displaces another. */
  get isFull(): boolean {
    return this.isBusy && this.#waiting.size >= this.#maxWaiting
  }

  /** Waiting tasks are taken from the keys in turn. When the queue is full, the key with most tasks loses its last. */
  async run<T>(work: () => Promise<T>, key = ''): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#queue(key)
    const since = performance.now()
    try {
      return await work()
    } finally {
      if (this.#rest > 0) setTimeout(() => this.#leave(), this.#rest * (performance.now() - since))
      else this.#leave()
    }
  }

  #leave(): void {
    const next = this.#waiting.take()
    if (next) next.item.letIn()
    else this.#free += 1
  }

  #queue(key: string): Promise<void> {
    return new Promise((letIn, turnAway) => {
      this.#waiting.add(key, { letIn, turnAway })?.turnAway(busy())
    })
  }
}

/** A second or two, so that those refused together do not come back together. */
export const drawRetryAfter = (): number => randomInt(1, 3)

export const busy = (): Refusal => new Refusal('unavailable', { retryAfter: drawRetryAfter() })
