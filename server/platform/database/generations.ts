// Notices that the database failed over, was restored or restarted, so that every cache then starts empty.
import sql from 'sql-template-tag'
import type { Database, Listening, Sql } from './database.ts'

/** Also queries the usage: a notification queue that was full once is only trimmed when somebody asks for it. */
const ASK = sql`select generation() as current, pg_notification_queue_usage()`
/** How often to check; more often with a pooler, where the two kinds of connection can fail over separately. */
const LOOK_MS = { alone: 5_000, pooled: 1_000 }
const AGAIN_MS = 250

type Options = {
  db: Database
  /** The connection on which this process listens. */
  getListening(): Listening | null
  /** Caches must not be used until `onSettled`. */
  onDoubt(): void
  /** Both kinds of connection lead to one generation, the known one or a new one. */
  onSettled(): void
}

/**
 * Detects a new generation of the database (after a failover, a restore or a restart) by whichever shows it first:
 * the connection that listens, or those of the pool. While they lead to different generations, nothing is queried or
 * written; after that, every cache starts empty.
 */
export class Generations {
  current: string | null = null
  #options: Options
  #turn = 0
  #isDoubted = false
  #isLooking = false
  /** The listening connection was down: what cut it may have cut those of the pool, and said nothing. */
  #wasCut = false
  #isOver = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  async begin(): Promise<void> {
    const { db, getListening } = this.#options
    this.current = await readGeneration(getListening()!.sql)
    db.onGeneration((met) => this.meet(met))
    const every = db.isPooled ? LOOK_MS.pooled : LOOK_MS.alone
    this.#timer = setInterval(() => void this.#look(), every).unref()
  }

  stop(): void {
    this.#isOver = true
    this.#turn += 1
    clearInterval(this.#timer)
    this.#options.db.onGeneration(null)
  }

  /** Takes the generation named by an event or a new connection; null on a standby, undefined where none is named. */
  meet(generation: string | null | undefined): void {
    if (generation === undefined || this.#isDoubted || this.#isOver || !this.current) return
    if (generation === this.current) return
    this.#doubt()
    this.ask()
  }

  /** The listening connection is down; call `ask` once it is up again. */
  forget(): void {
    this.#turn += 1
    this.#wasCut = true
    this.#isDoubted = true
  }

  /** Checks both kinds of connection until they lead to the same generation. */
  ask(): void {
    this.#turn += 1
    void this.#settle(this.#turn)
  }

  #doubt(): void {
    this.#isDoubted = true
    this.#options.onDoubt()
  }

  async #settle(turn: number): Promise<void> {
    const { db, getListening, onSettled } = this.#options
    const isStale = () => turn !== this.#turn || this.#isOver
    try {
      const [listened, pooled] = await this.#askBoth()
      if (isStale()) return
      const isOne = listened !== null && listened === pooled
      db.setAstray(!isOne)
      if (isOne) {
        // older connections of the pool may still lead to the old one
        if (listened !== this.current || this.#wasCut) db.retire()
        this.#wasCut = false
        this.current = listened
        this.#isDoubted = false
        return onSettled()
      }
      db.retire()
      return getListening()?.cut()
    } catch {
      // a lost connection is reported by its own handler
    }
    setTimeout(() => isStale() || void this.#settle(turn), AGAIN_MS).unref()
  }

  /** The generation the listening connection leads to, and that of the pool. */
  async #askBoth(): Promise<[string | null, string | null]> {
    const { db, getListening } = this.#options
    const listened = readGeneration(getListening()!.sql)
    return db.isPooled
      ? Promise.all([listened, db.askGeneration()])
      : listened.then((one) => [one, one])
  }

  async #look(): Promise<void> {
    if (this.#isDoubted || this.#isLooking) return
    this.#isLooking = true
    try {
      for (const one of await this.#askBoth()) this.meet(one)
    } catch {
      // a lost connection fails the queries of its callers anyway
    } finally {
      this.#isLooking = false
    }
  }
}

export async function readGeneration(on: Pick<Sql, 'row'>): Promise<string | null> {
  const found = await on.row<{ current: string | null }>(ASK)
  return found?.current ?? null
}
