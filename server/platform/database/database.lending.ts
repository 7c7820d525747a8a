import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { makeSql } from './database.rows.ts'
import { isConflict, isReadOnly, isSpent } from './database.states.ts'
import { readGeneration } from './generations.ts'

/** Lends lines of a pool, which takes them back unless their session is over or leads to the wrong place. */
export class Lender {
  onOpened: ((generation: string | null) => void) | null = null
  isAstray = false
  #pool: pg.Pool
  #numbers = new WeakMap<pg.PoolClient, number>()
  #met = new WeakSet<pg.PoolClient>()
  #opened = 0
  #lastSpent = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
    pool.on('connect', (line) => this.#numbers.set(line, (this.#opened += 1)))
  }

  /** Those opened so far lead to the same place as one that was seen to be the wrong one. */
  retire(): void {
    this.#lastSpent = this.#opened
  }

  lend = async <T>(work: (line: pg.PoolClient) => Promise<T>): Promise<T> =>
    hold(await this.#take(), async (line) => {
      try {
        await this.#meet(line)
        if (this.isAstray) throw new AwayError()
        return await work(line)
      } catch (error) {
        if (isReadOnly(error)) this.retire()
        throw error
      }
    })

  /** Of the place that lines lead to now, be it the wrong one. */
  askGeneration = async (): Promise<string | null> =>
    hold(await this.#pool.connect(), (line) =>
      readGeneration(makeSql((statement) => line.query(statement))),
    )

  async #take(): Promise<pg.PoolClient> {
    for (;;) {
      const line = await this.#pool.connect()
      if (this.#numbers.get(line)! > this.#lastSpent) return line
      line.release(true)
    }
  }

  async #meet(line: pg.PoolClient): Promise<void> {
    if (!this.onOpened || this.#met.has(line)) return
    this.#met.add(line)
    this.onOpened(await readGeneration(makeSql((statement) => line.query(statement))))
  }
}

/** Gives a line back after work on it, unless it is over by then. */
async function hold<T>(line: pg.PoolClient, work: (line: pg.PoolClient) => Promise<T>): Promise<T> {
  // that it ended is told by what is asked on it; told by nobody, it would end the process
  const dropped = () => {}
  line.on('error', dropped)
  let isOver = false
  try {
    return await work(line)
  } catch (error) {
    isOver = isSpent(error)
    throw error
  } finally {
    line.off('error', dropped)
    line.release(isOver)
  }
}

/**
 * Before each further try, in milliseconds: whoever was in the way is to have what it waited for first.
 * A try at once may overtake it, and then both wait for each other again.
 */
const PAUSES = [50, 250]

/** Tries again what PostgreSQL took back whole, because somebody else was in its way. */
export async function retryConflict<T>(ask: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES)
    try {
      return await ask()
    } catch (error) {
      if (!isConflict(error)) throw error
      await pause(pauseMs)
    }
  return ask()
}

/** As if there were no connection: the two ways to the database lead to different ones. */
class AwayError extends Error {
  readonly code = '08006'
}
