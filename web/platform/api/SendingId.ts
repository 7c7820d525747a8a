import { newId } from './newId.ts'

/**
 * The id something is sent under: it stays for as long as the same is said, so that what arrived without an answer
 * is there once when it is sent again.
 */
export class SendingId {
  #words: string | null = null
  #id = ''

  /** Whether the same was sent before. */
  isRepeat(said: unknown): boolean {
    return JSON.stringify(said) === this.#words
  }

  idFor(said: unknown): string {
    return this.isRepeat(said) ? this.#id : this.renew(said)
  }

  /** Another one, though the same is said: what came of the one before is over. */
  renew(said: unknown): string {
    this.#words = JSON.stringify(said)
    return (this.#id = newId())
  }

  /** It has arrived: whoever says the same once more means it. */
  end(): void {
    this.#words = null
  }
}

const begun = new Map<string, SendingId>()

/** That of words which are found again where they were begun: it outlives the form, as they do. */
export function findSendingId(place: string): SendingId {
  const known = begun.get(place) ?? new SendingId()
  begun.set(place, known)
  return known
}
