import { Semaphore } from '#server/platform/process/semaphore.ts'

/** Parallel calls of one account: as many as a browser has connections; the rest of a page waits its turn. */
const CALLS = 6
/** Files of one account that are taken at a time, beside its calls: as many as a screen sends. */
const FILES = 2
/** Connections to the database that one account leaves to everybody else, whatever its calls wait for. */
const LEFT = 2
const WAITING = 256

/** Excludes waiting requests from the count of those in progress. */
type Uncounted = <T>(wait: () => Promise<T>) => Promise<T>

/** Limits the parallel requests of one account: further ones wait for that account's other requests, and delay nobody else. */
export class AccountTurns {
  #turns = new Map<string, Semaphore>()
  #whileUncounted: Uncounted
  #calls: number

  /** `connections`: to the database. */
  constructor(whileUncounted: Uncounted, connections: number) {
    this.#whileUncounted = whileUncounted
    this.#calls = Math.max(1, Math.min(CALLS, connections - FILES - LEFT))
  }

  /**
   * Does the work when it is this account's turn, which goes round its sessions: whoever stole one keeps no owner from
   * ending it. Refuses at once where too much of it waits already.
   */
  async run<T>(
    { userId, sessionId }: { userId: string; sessionId: string },
    work: () => Promise<T>,
    { isFile = false } = {},
  ): Promise<T> {
    const key = isFile ? `${userId} files` : userId
    const abreast = isFile ? FILES : this.#calls
    const turns = this.#turns.get(key) ?? new Semaphore({ abreast, waiting: WAITING })
    this.#turns.set(key, turns)
    try {
      const inTurn = () => turns.run(work, sessionId)
      return await (turns.isBusy ? this.#whileUncounted(inTurn) : inTurn())
    } finally {
      if (turns.isIdle) this.#turns.delete(key)
    }
  }
}
