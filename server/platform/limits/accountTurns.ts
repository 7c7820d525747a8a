import { Semaphore } from '#server/platform/process/semaphore.ts'

/** Calls of one account at work at a time: as many as a browser asks for on its lines; the rest of a page comes in turn. */
const CALLS = 6
/** Files of one account that are taken at a time, beside its calls: as many as a screen sends. */
const FILES = 2
/** Connections to the database that one account leaves to everybody else, whatever its calls wait for. */
const LEFT = 2
const WAITING = 256

/** How whoever waits is kept out of what is counted as under way. */
type Aside = <T>(wait: () => Promise<T>) => Promise<T>
type Line = { turns: Semaphore; abreast: number; asking: number }

/** Whoever asks for very much at a time waits for their own, and keeps nobody else from being answered. */
export class AccountTurns {
  #lines = new Map<string, Line>()
  #aside: Aside
  #calls: number

  /** `connections`: to the database. */
  constructor(aside: Aside, connections: number) {
    this.#aside = aside
    this.#calls = Math.max(1, Math.min(CALLS, connections - FILES - LEFT))
  }

  /** Does the work when it is this account's turn; refuses at once where too much of it waits already. */
  async run<T>(userId: string, work: () => Promise<T>, { isFile = false } = {}): Promise<T> {
    const key = isFile ? `${userId} files` : userId
    const line = this.#lines.get(key) ?? openLine(isFile ? FILES : this.#calls)
    this.#lines.set(key, line)
    const mustWait = line.asking >= line.abreast
    line.asking += 1
    try {
      const inTurn = () => line.turns.run(work)
      return await (mustWait ? this.#aside(inTurn) : inTurn())
    } finally {
      line.asking -= 1
      if (line.asking === 0) this.#lines.delete(key)
    }
  }
}

const openLine = (abreast: number): Line => ({
  turns: new Semaphore({ abreast, waiting: WAITING }),
  abreast,
  asking: 0,
})
