import sql from 'sql-template-tag'
import type { Database, Listening, Sql } from './database.ts'

/** A queue of notices that was full once lets go of what all have heard only when somebody asks how full it is. */
const ASK = sql`select generation() as current, pg_notification_queue_usage()`
/** On a line that stays, and where another way leads past it: there one way may go over without the other. */
const LOOK_MS = { alone: 5_000, pooled: 1_000 }
const AGAIN_MS = 250

type Options = {
  db: Database
  /** On which this process listens. */
  line(): Listening | null
  /** Nothing that is remembered may be relied on. */
  onDoubt(): void
  /** Both ways lead to one life of the database again, this one or another. */
  onSettled(): void
}

/**
 * Notices that the database lives anew (a failover to a copy, a restore, a restart), by whichever of the two
 * ways shows it first: the line on which it listens, and the lines on which it asks. While they lead to
 * different ones nothing is asked or written; then all begins anew.
 */
export class Generations {
  current: string | null = null
  #options: Options
  #turn = 0
  #isDoubted = false
  #isLooking = false
  #isOver = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  async begin(): Promise<void> {
    const { db, line } = this.#options
    this.current = await readGeneration(line()!.sql)
    db.meet((met) => this.meet(met))
    const every = db.isPooled ? LOOK_MS.pooled : LOOK_MS.alone
    this.#timer = setInterval(() => void this.#look(), every).unref()
  }

  stop(): void {
    this.#isOver = true
    this.#turn += 1
    clearInterval(this.#timer)
    this.#options.db.meet(null)
  }

  /** Said by a notice, or by a line that was just opened; null on a standby, undefined where nobody says. */
  meet(generation: string | null | undefined): void {
    if (generation === undefined || this.#isDoubted || this.#isOver || !this.current) return
    if (generation === this.current) return
    this.#doubt()
    this.ask()
  }

  /** The line is down; once it is up again, `ask`. */
  forget(): void {
    this.#turn += 1
    this.#isDoubted = true
  }

  /** Asks both ways until they lead to the same. */
  ask(): void {
    this.#turn += 1
    void this.#settle(this.#turn)
  }

  #doubt(): void {
    this.#isDoubted = true
    this.#options.onDoubt()
  }

  async #settle(turn: number): Promise<void> {
    const { db, line, onSettled } = this.#options
    const isStale = () => turn !== this.#turn || this.#isOver
    try {
      const [heard, asked] = await this.#askBoth()
      if (isStale()) return
      const isOne = heard !== null && heard === asked
      db.setAstray(!isOne)
      if (isOne) {
        // lines of before may still lead there
        if (heard !== this.current) db.retire()
        this.current = heard
        this.#isDoubted = false
        return onSettled()
      }
      db.retire()
      return line()?.cut()
    } catch {
      // a line that is down says so itself
    }
    setTimeout(() => isStale() || void this.#settle(turn), AGAIN_MS).unref()
  }

  /** What the line says on which it listens, and what it is told where it asks. */
  async #askBoth(): Promise<[string | null, string | null]> {
    const { db, line } = this.#options
    const heard = readGeneration(line()!.sql)
    return db.isPooled ? Promise.all([heard, db.askGeneration()]) : heard.then((one) => [one, one])
  }

  async #look(): Promise<void> {
    if (this.#isDoubted || this.#isLooking) return
    this.#isLooking = true
    try {
      for (const one of await this.#askBoth()) this.meet(one)
    } catch {
      // whichever way is away says so to whoever asks
    } finally {
      this.#isLooking = false
    }
  }
}

export async function readGeneration(on: Pick<Sql, 'row'>): Promise<string | null> {
  const found = await on.row<{ current: string | null }>(ASK)
  return found?.current ?? null
}
