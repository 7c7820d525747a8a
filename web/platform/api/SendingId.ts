import { newId } from './newId.ts'

/** What was sent last, as it reads, and under which id. */
export type Sent = { words: string; id: string }

/**
 * The id something is sent under: it stays for as long as the same is said, so that what arrived without an answer
 * is there once when it is sent again.
 */
export class SendingId {
  #sent: Sent | null
  #keep: (sent: Sent | null) => void

  /** With `keep`, what was sent is kept where it is found again (`sent`). */
  constructor(sent: Sent | null = null, keep: (sent: Sent | null) => void = () => {}) {
    this.#sent = sent
    this.#keep = keep
  }

  /** Whether the same was sent before. */
  isRepeat(said: unknown): boolean {
    return JSON.stringify(said) === this.#sent?.words
  }

  idFor(said: unknown): string {
    return this.#sent && this.isRepeat(said) ? this.#sent.id : this.renew(said)
  }

  /** Another one, though the same is said: what came of the one before is over. */
  renew(said: unknown): string {
    const sent = { words: JSON.stringify(said), id: newId() }
    this.#sent = sent
    this.#keep(sent)
    return sent.id
  }

  /** It has arrived: whoever says the same once more means it. */
  end(): void {
    this.#sent = null
    this.#keep(null)
  }
}
