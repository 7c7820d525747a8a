import { Refusal } from '#server/platform/process/refusal.ts'
import { KeyedCounter } from '#server/platform/process/keyedCounter.ts'
import { busy } from '#server/platform/process/semaphore.ts'

/** More at once than any screen of ours sends. */
const PER_ACCOUNT = 16
/** Files held in memory at this process, whether they still arrive or wait to be decoded. */
const MOST_BYTES = 256 * 1024 * 1024
/** One account has no more than this part of it: four of the largest files. */
const SHARES = 8
/** For what strangers send, by the net it comes from: a payment provider's notices have some kB each. */
export const OF_STRANGERS = { mostBytes: 32 * 1024 * 1024, atOnce: Infinity }

/** One upload's share, until it is answered. */
export type UploadShare = { take(bytes: number): void; release(): void }

/**
 * Bounds what files take of this process's memory. Only bytes that have arrived count: a client
 * that stops halfway through takes nothing from others.
 */
export class UploadMemory {
  #perAccount = new KeyedCounter()
  #heldBy = new Map<string, number>()
  #held = 0
  #mostBytes: number
  #atOnce: number

  /** `atOnce`: how many files of one account. */
  constructor({ mostBytes = MOST_BYTES, atOnce = PER_ACCOUNT } = {}) {
    this.#mostBytes = mostBytes
    this.#atOnce = atOnce
  }

  /** A share with nothing in it yet. */
  reserve(holder: string): UploadShare {
    if (!this.#perAccount.take(holder, this.#atOnce))
      throw new Refusal('too_many_attempts', { retryAfter: 1 })
    let own = 0
    const change = (bytes: number) => {
      const all = (this.#heldBy.get(holder) ?? 0) + bytes
      if (all > 0) this.#heldBy.set(holder, all)
      else this.#heldBy.delete(holder)
      own += bytes
      this.#held += bytes
    }
    return {
      take: (bytes) => {
        const isFull = this.#held + bytes > this.#mostBytes
        const hasShare = (this.#heldBy.get(holder) ?? 0) + bytes <= this.#mostBytes / SHARES
        if (isFull || !hasShare) throw busy()
        change(bytes)
      },
      release: () => {
        change(-own)
        this.#perAccount.giveBack(holder)
      },
    }
  }
}
