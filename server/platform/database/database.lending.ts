// Lends connections of the pool and drops spent ones; runs again what conflicted with another transaction.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { makeSql } from './database.rows.ts'
import { isConflict, isReadOnly, isSpent } from './database.states.ts'
import { readGeneration } from './generations.ts'

/** Lends connections of a pool, which takes them back unless their session is over or they lead to the wrong server. */
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
    pool.on('connect', (client) => this.#numbers.set(client, (this.#opened += 1)))
  }

  /** Connections opened so far lead to the same wrong server as one that was seen to. */
  retire(): void {
    this.#lastSpent = this.#opened
  }

  lend = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    hold(await this.#take(), async (client) => {
      try {
        await this.#meet(client)
        if (this.isAstray) throw new AwayError()
        return await work(client)
      } catch (error) {
        if (isReadOnly(error)) this.retire()
        throw error
      }
    })

  /** The generation that new connections lead to, even if it is the wrong one. */
  askGeneration = async (): Promise<string | null> =>
    hold(await this.#pool.connect(), (client) =>
      readGeneration(makeSql((statement) => client.query(statement))),
    )

  async #take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect()
      if (this.#numbers.get(client)! > this.#lastSpent) return client
      client.release(true)
    }
  }

  async #meet(client: pg.PoolClient): Promise<void> {
    if (!this.onOpened || this.#met.has(client)) return
    this.#met.add(client)
    this.onOpened(await readGeneration(makeSql((statement) => client.query(statement))))
  }
}

/** Returns a connection after use, unless it is over by then. */
async function hold<T>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let reason: Error | undefined
  // its end fails the queries on it; an unhandled `error` event would end the process
  const noteEnd = (error: Error) => void (reason ??= error)
  client.on('error', noteEnd)
  let isOver = false
  try {
    return await work(client)
  } catch (error) {
    isOver = isSpent(error)
    // of what is asked afterwards the driver only says that there is no connection any more
    throw reason && isAskedTooLate(error) ? reason : error
  } finally {
    client.off('error', noteEnd)
    client.release(isOver)
  }
}

const isAskedTooLate = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Client has encountered a connection error')

/**
 * Before each further try, in milliseconds: the transaction it conflicted with is to finish first. A retry
 * at once may overtake it, and then both wait for each other again.
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
