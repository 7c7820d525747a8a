import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  carryByNotify,
  type Carrier,
  type CarrierListener,
} from '#server/platform/carrier/carrier.ts'
import type { FleetingNotice } from '#server/platform/carrier/fleeting.ts'
import type { Database, Listening, Sql } from './database.ts'
import { sql } from './database.ts'
import { Generations } from './generations.ts'

const CHANNEL = 'club'

/**
 * What server processes tell each other. Small on purpose: receivers read the rows themselves. All
 * that speaks of rows but `post`, `message`, `build_kept` and what was read is sent by the database itself, whenever they change.
 */
export type DatabaseEvent =
  | { kind: 'post'; roomId: string; number: number }
  /** A message was said at a table. */
  | { kind: 'message'; tableId: string; number: number }
  /** Messages of a table were changed or went. */
  | { kind: 'table_changed'; tableId: string }
  /** One of two has read their table up to here. */
  | { kind: 'table_read'; userId: string; tableId: string; number: number }
  /** Somebody at a table, or in the bell, of this member hid, or is there again. */
  | { kind: 'other_changed'; userId: string }
  /** Posts of a room were changed or removed. */
  | { kind: 'posts_changed'; roomId: string }
  | { kind: 'room_changed'; roomId: string }
  /** Rights, rooms, or what others see of a member beside each post changed. */
  | { kind: 'member_changed'; userId: string }
  | { kind: 'sessions_ended'; sessionIds: string[] }
  /** A verification was submitted, withdrawn or decided. */
  | { kind: 'submissions_changed' }
  /** Cases or appeals came, or were decided. */
  | { kind: 'reports_changed' }
  /** Somebody is suspended, or no longer: it changes what everybody is shown. */
  | { kind: 'sight_changed' }
  /** What admins set for the whole club changed. */
  | { kind: 'settings_changed' }
  /** New files go elsewhere from now on. */
  | { kind: 'files_moved'; to: 'folder' | 's3' }
  /** Something rang for a member, was read or is gone. */
  | { kind: 'bell_changed'; userId: string }
  /** Members have read rooms up to here. */
  | { kind: 'read'; marks: { userId: string; roomId: string; number: number }[] }
  /** A process that starts has put the files of its web app where all find them. */
  | { kind: 'build_kept' }
  | { kind: 'echo'; id: string }
  | FleetingNotice

/** What changes nothing that a process remembers of rooms and members. */
const PASSING: ReadonlySet<DatabaseEvent['kind']> = new Set([
  'build_kept',
  'post',
  'message',
  'table_changed',
  'other_changed',
  'table_read',
  'table_writing',
  'read',
  'presence',
  'presence_asked',
  'line_moved',
  'writing',
  'bell_changed',
  'echo',
])

/** As it comes; those of a server of before say no generation. */
type Notice = DatabaseEvent & { generation?: string }
type DatabaseEventOf<K extends DatabaseEvent['kind']> = Extract<DatabaseEvent, { kind: K }>
type Hear = (notice: never) => void

/** SQL that tells every server process, once the transaction commits and only if it does. */
export const publishSql = (payload: ReturnType<typeof sql>) =>
  sql`pg_notify(${CHANNEL}, of_generation(${payload}::text))`

/** Tells every server process, once the transaction commits and only if it does. */
export async function publish(on: Sql, told: DatabaseEvent): Promise<void> {
  await on.run(sql`select ${publishSql(sql`${JSON.stringify(told)}`)}`)
}

/** One of something for everybody who shares a bus, the part of an app every request's context has. */
export function perApp<A extends { bus: EventBus }, T>(make: (app: A) => T): (app: A) => T {
  const made = new WeakMap<EventBus, T>()
  return (app) => {
    const one = made.get(app.bus) ?? make(app)
    made.set(app.bus, one)
    return one
  }
}

/** Longer than this, a notice is not waited for. */
const PATIENCE_MS = 1_000

/** Hears what every server process on this database publishes, and whatever carries what is fleeting. */
export class EventBus {
  #listeners = new Map<DatabaseEvent['kind'], Set<Hear>>()
  #again = new Set<() => void>()
  #fleetingAgain = new Set<() => void>()
  #carrier: Carrier | null = null
  #isCarriedApart = false
  /** The last question on the line where this process listens, and the one to come. */
  #answer: Promise<void> = Promise.resolve()
  #nextAnswer: Promise<void> | null = null
  #listening: Listening | null = null
  #db: Database | null = null
  #generations: Generations | null = null
  isConnected = false
  #deafSince: number | null = null
  version = 0
  /** How many of each kind this process has heard. */
  readonly heard = new Map<DatabaseEvent['kind'], number>()
  /** A notice of its own that has not come back, or the line on which it would. */
  #missing: { id: string | null; since: number; settle(): void } | null = null

  /**
   * Grows with everything heard but what passes, like new posts, and whenever something may have been missed. What
   * was read before it last grew may be out of date.
   */
  get age(): number {
    return this.version
  }

  /** Whether everything published reaches this process: only then may it rely on what it remembers. */
  get isHearing(): boolean {
    return this.isConnected
  }

  /** For how long nothing published reaches this process; 0 while it does. */
  get deafMs(): number {
    return this.#deafSince === null ? 0 : performance.now() - this.#deafSince
  }

  /** Which life of the database this process knows; null before it knows any. */
  get generation(): string | null {
    return this.#generations?.current ?? null
  }

  async start(db: Database): Promise<void> {
    this.#db = db
    const generations = new Generations({
      db,
      line: () => this.#listening,
      onDoubt: () => this.#lose(),
      onSettled: () => {
        this.isConnected = true
        this.#deafSince = null
        this.#missing = null
        this.version += 1
        for (const hear of this.#again) hear()
        if (!this.#isCarriedApart) this.#hearFleetingAgain()
      },
    })
    this.#generations = generations
    this.#carrier = carryByNotify((notice) => publish(db, notice))
    this.#listening = await db.listen(CHANNEL, {
      hear: (payload) => {
        const { generation, ...heard } = JSON.parse(payload) as Notice
        // of another life of the database: what is remembered goes before this is heard
        generations.meet(generation)
        if (!PASSING.has(heard.kind)) this.version += 1
        this.#tellListeners(heard)
        if (heard.kind === 'echo') this.#find(heard.id)
      },
      lost: () => {
        generations.forget()
        this.#lose()
      },
      again: () => generations.ask(),
    })
    await generations.begin()
    this.isConnected = true
  }

  /** Sends fleeting notices another way from now on; the database still carries all others. */
  carryBy(open: (listener: CarrierListener) => Carrier): void {
    this.#isCarriedApart = true
    this.#carrier = open({
      onNotice: (notice) => this.#tellListeners(notice),
      onConnect: () => this.#hearFleetingAgain(),
    })
  }

  get carrier(): Pick<Carrier, 'trouble' | 'counts'> | null {
    return this.#carrier
  }

  /** Sends a notice that no row stands behind to every server process. Answers whether it was sent. */
  async tell(notice: FleetingNotice): Promise<boolean> {
    return (await this.#carrier?.publish(notice)) ?? false
  }

  #tellListeners(heard: DatabaseEvent): void {
    this.heard.set(heard.kind, (this.heard.get(heard.kind) ?? 0) + 1)
    for (const hear of this.#listeners.get(heard.kind) ?? []) hear(heard as never)
  }

  #hearFleetingAgain(): void {
    for (const hear of this.#fleetingAgain) hear()
  }

  #lose(): void {
    this.isConnected = false
    this.#deafSince ??= performance.now()
    this.#missing ??= { id: null, since: performance.now(), settle() {} }
    this.#missing.settle()
    this.version += 1
  }

  /**
   * The connection this process listens on, unless it is down: what is published there has been
   * heard, in its order, when the statement is answered. For one short statement at a time.
   */
  get sql(): Sql | null {
    return this.isConnected ? (this.#listening?.sql ?? null) : null
  }

  /** Returns the function that stops listening. */
  on<K extends DatabaseEvent['kind']>(
    kind: K,
    hear: (heard: DatabaseEventOf<K>) => void,
  ): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set()
    this.#listeners.set(kind, listeners.add(hear as Hear))
    return () => void listeners.delete(hear as Hear)
  }

  /** Runs whenever listening (re)started: something may have been missed. */
  onReconnect(hear: () => void): () => void {
    this.#again.add(hear)
    return () => void this.#again.delete(hear)
  }

  /** Runs whenever what carries fleeting notices began to carry, again or at all. */
  onFleetingAgain(hear: () => void): () => void {
    this.#fleetingAgain.add(hear)
    return () => void this.#fleetingAgain.delete(hear)
  }

  /**
   * Resolves when this process has heard all that was committed before: nothing it remembers is
   * older. Never throws, and waits no longer than a second for a database that is away or crowded.
   */
  async flush(): Promise<void> {
    if (!this.isConnected) return
    // a question under way may have been asked before what was just committed; whoever comes meanwhile shares the next
    this.#nextAnswer ??= this.#answer.then(() => {
      this.#nextAnswer = null
      this.#answer = this.#askLine()
      return this.#answer
    })
    await Promise.race([this.#nextAnswer, pause(PATIENCE_MS, undefined, { ref: false })])
  }

  /**
   * PostgreSQL signals whoever listens before it answers a commit, and whoever listens is told before anything else
   * is answered there. So any answer on that line will do, and costs no transaction of its own.
   */
  async #askLine(): Promise<void> {
    try {
      await this.sql?.run(sql`select`)
    } catch {
      // what was done is done, also where nothing can be asked now
    }
  }

  /**
   * In seconds: how long a notice takes to come back to this process; of one that does not come, for how long it
   * has been missing by now. Waits no longer than a second.
   */
  async measureDelay(): Promise<number> {
    const since = performance.now()
    if (!this.#missing && this.#db) {
      const id = randomUUID()
      const settled = new Promise<void>((settle) => (this.#missing = { id, since, settle }))
      // one that could not be sent is not missing
      publish(this.#db, { kind: 'echo', id }).catch(() => this.#find(id))
      await Promise.race([settled, pause(PATIENCE_MS, undefined, { ref: false })])
    }
    return (performance.now() - (this.#missing?.since ?? since)) / 1_000
  }

  #find(id: string): void {
    if (this.#missing?.id !== id) return
    this.#missing.settle()
    this.#missing = null
  }

  async stop(): Promise<void> {
    this.isConnected = false
    this.#generations?.stop()
    await this.#carrier?.stop()
    await this.#listening?.stop()
  }
}
