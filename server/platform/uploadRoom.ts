import { Refusal } from './refusal.ts'
import { Tally } from './tally.ts'
import { notNow } from './turnstile.ts'

/** More at once than any screen of ours sends. */
const PER_ACCOUNT = 16
/** Files held in memory at this process, whether they still arrive or wait to be decoded. */
const MOST_BYTES = 256 * 1024 * 1024

/** One upload's share, until it is answered. */
export type UploadPlace = { take(bytes: number): void; leave(): void }

/**
 * Bounds what files take of this process's memory. Only what has arrived counts: whoever sends by
 * halves takes nothing from others.
 */
export class UploadRoom {
  #perAccount = new Tally()
  #held = 0
  #mostBytes: number

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  enter(userId: string): UploadPlace {
    if (!this.#perAccount.take(userId, PER_ACCOUNT))
      throw new Refusal('too_many_attempts', { retryAfter: 1 })
    let own = 0
    return {
      take: (bytes) => {
        if (this.#held + bytes > this.#mostBytes) throw notNow()
        own += bytes
        this.#held += bytes
      },
      leave: () => {
        this.#held -= own
        own = 0
        this.#perAccount.giveBack(userId)
      },
    }
  }
}
