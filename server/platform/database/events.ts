// The event bus: how server processes tell each other what has changed, and whether caches are still good.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  makeDatabaseTransport,
  type Transport,
  type TransportListener,
} from '#server/platform/transport/transport.ts'
import type { FleetingNotice } from '#server/platform/transport/fleeting.ts'
import type { Database, Listening, Sql } from './database.ts'
import { sql } from './database.ts'
import { Generations } from './generations.ts'

const CHANNEL = 'club'

/**
 * The events that server processes send each other. Small on purpose: receivers read the rows themselves.
 * Triggers of the database send those about changed rows. The code publishes `post`, `message`, `read`,
 * `table_read`, `files_moved`, `build_kept`, `echo` and fleeting notices, and `member_changed` in one case.
 */
export type DatabaseEvent =
  | { kind: 'post'; roomId: string; number: number }
  /** A message was said at a table. */
  | { kind: 'message'; tableId: string; number: number }
  /** Messages of a table were changed or removed. */
  | { kind: 'table_changed'; tableId: string }
  /** One of two has read their table up to here. */
  | { kind: 'table_read'; userId: string; tableId: string; number: number }
  /** Somebody this member has a table or a notification with hid themselves, or shows themselves again. */
  | { kind: 'other_changed'; userId: string }
  /** Posts of a room were changed or removed. */
  | { kind: 'posts_changed'; roomId: string }
  | { kind: 'room_changed'; roomId: string }
  /** Rights, rooms, or what others see of a member beside each post changed. */
  | { kind: 'member_changed'; userId: string }
  | { kind: 'sessions_ended'; sessionIds: string[] }
  /** A verification was submitted, withdrawn or decided. */
  | { kind: 'submissions_changed' }
  /** Cases or appeals were opened or decided. */
  | { kind: 'reports_changed' }
  /** A member was suspended or restored: what everybody is shown changes. */
  | { kind: 'sight_changed' }
  /** What admins set for the whole club changed. */
  | { kind: 'settings_changed' }
  /** New files go elsewhere from now on. */
  | { kind: 'files_moved'; to: 'folder' | 's3' }
  /** A member's notifications were added, read or removed. */
  | { kind: 'bell_changed'; userId: string }
  /** Members have read rooms up to here. */
  | { kind: 'read'; marks: { userId: string; roomId: string; number: number }[] }
  /** A starting process has stored the files of its web app for all others. */
  | { kind: 'build_kept' }
  | { kind: 'echo'; id: string }
  | FleetingNotice

/** Events that leave every cache of rooms and members valid. */
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

/** An event as received; older servers send no generation. */
type Notice = DatabaseEvent & { generation?: string }
type DatabaseEventOf<K extends DatabaseEvent['kind']> = Extract<DatabaseEvent, { kind: K }>
type Listener = (notice: never) => void

/** SQL that sends an event to every server process once the transaction commits. */
export const publishSql = (payload: ReturnType<typeof sql>) =>
  sql`pg_notify(${CHANNEL}, of_generation(${payload}::text))`

/** Sends an event to every server process once the transaction commits. */
export async function publish(on: Sql, event: DatabaseEvent): Promise<void> {
  await on.run(sql`select ${publishSql(sql`${JSON.stringify(event)}`)}`)
}

/** Makes one instance per app, found by its bus, which is also part of every request's context. */
export function perApp<A extends { bus: EventBus }, T>(make: (app: A) => T): (app: A) => T {
  const made = new WeakMap<EventBus, T>()
  return (app) => {
    const one = made.get(app.bus) ?? make(app)
    made.set(app.bus, one)
    return one
  }
}

/** The longest wait for an event. */
const PATIENCE_MS = 1_000

/** Receives the events of every server process on this database, and fleeting notices by whichever transport they come. */
export class EventBus {
  #listeners = new Map<DatabaseEvent['kind'], Set<Listener>>()
  #again = new Set<() => void>()
  #fleetingAgain = new Set<() => void>()
  #transport: Transport | null = null
  #isTransportReplaced = false
  /** The last query on the listening connection, and the one after it. */
  #answer: Promise<void> = Promise.resolve()
  #nextAnswer: Promise<void> | null = null
  #listening: Listening | null = null
  #db: Database | null = null
  #generations: Generations | null = null
  isConnected = false
  #silentSince: number | null = null
  version = 0
  /** How many events of each kind were received. */
  readonly received = new Map<DatabaseEvent['kind'], number>()
  /** An event of this process that has not come back, or with null the lost connection on which it would. */
  #missing: { id: string | null; since: number; settle(): void } | null = null

  /**
   * Grows with every event that may invalidate a cache, and whenever events may have been missed. What was read
   * before it last grew may be out of date.
   */
  get age(): number {
    return this.version
  }

  /** Whether this process receives all events; only then may it use its caches. */
  get isReceiving(): boolean {
    return this.isConnected
  }

  /** For how long this process has received no events; 0 while it does. */
  get silentMs(): number {
    return this.#silentSince === null ? 0 : performance.now() - this.#silentSince
  }

  /** The generation of the database this process knows; null before it knows one. */
  get generation(): string | null {
    return this.#generations?.current ?? null
  }

  async start(db: Database): Promise<void> {
    this.#db = db
    const generations = new Generations({
      db,
      getListening: () => this.#listening,
      onDoubt: () => this.#lose(),
      onSettled: () => {
        this.isConnected = true
        this.#silentSince = null
        this.#missing = null
        this.version += 1
        for (const listener of this.#again) listener()
        if (!this.#isTransportReplaced) this.#hearFleetingAgain()
      },
    })
    this.#generations = generations
    this.#transport = makeDatabaseTransport((notice) => publish(db, notice))
    this.#listening = await db.listen(CHANNEL, {
      onNotice: (payload) => {
        const { generation, ...event } = JSON.parse(payload) as Notice
        // a new generation of the database: caches are dropped before the event is delivered
        generations.meet(generation)
        if (!PASSING.has(event.kind)) this.version += 1
        this.#notifyListeners(event)
        if (event.kind === 'echo') this.#find(event.id)
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
  replaceTransport(open: (listener: TransportListener) => Transport): void {
    this.#isTransportReplaced = true
    this.#transport = open({
      onNotice: (notice) => this.#notifyListeners(notice),
      onConnect: () => this.#hearFleetingAgain(),
    })
  }

  get transport(): Pick<Transport, 'trouble' | 'counts'> | null {
    return this.#transport
  }

  /** Sends a notice that no row stands behind to every server process. Answers whether it was sent. */
  async publish(notice: FleetingNotice): Promise<boolean> {
    return (await this.#transport?.publish(notice)) ?? false
  }

  #notifyListeners(event: DatabaseEvent): void {
    this.received.set(event.kind, (this.received.get(event.kind) ?? 0) + 1)
    for (const listener of this.#listeners.get(event.kind) ?? []) listener(event as never)
  }

  #hearFleetingAgain(): void {
    for (const listener of this.#fleetingAgain) listener()
  }

  #lose(): void {
    this.isConnected = false
    this.#silentSince ??= performance.now()
    this.#missing ??= { id: null, since: performance.now(), settle() {} }
    this.#missing.settle()
    this.version += 1
  }

  /**
   * The connection this process listens on, or null while it is down. Once a statement on it is answered, this
   * process has received, in order, what the statement published. For one short statement at a time.
   */
  get sql(): Sql | null {
    return this.isConnected ? (this.#listening?.sql ?? null) : null
  }

  /** Returns the function that stops listening. */
  on<K extends DatabaseEvent['kind']>(
    kind: K,
    listener: (event: DatabaseEventOf<K>) => void,
  ): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set()
    this.#listeners.set(kind, listeners.add(listener as Listener))
    return () => void listeners.delete(listener as Listener)
  }

  /** Runs whenever listening started or resumed: events may have been missed. */
  onReconnect(listener: () => void): () => void {
    this.#again.add(listener)
    return () => void this.#again.delete(listener)
  }

  /** Runs whenever the transport of fleeting notices connected, for the first time or again. */
  onFleetingAgain(listener: () => void): () => void {
    this.#fleetingAgain.add(listener)
    return () => void this.#fleetingAgain.delete(listener)
  }

  /**
   * Resolves when this process has received all events committed before the call, so that no cache is older.
   * Never throws, and waits no longer than a second for a database that is down or overloaded.
   */
  async flush(): Promise<void> {
    if (!this.isConnected) return
    // a query under way may have been sent before the commit; all callers meanwhile share the next one
    this.#nextAnswer ??= this.#answer.then(() => {
      this.#nextAnswer = null
      this.#answer = this.#askLine()
      return this.#answer
    })
    await Promise.race([this.#nextAnswer, pause(PATIENCE_MS, undefined, { ref: false })])
  }

  /**
   * PostgreSQL signals listeners before it answers a commit, and delivers notifications before it answers a query on
   * the listening connection. So any query there will do, without a transaction of its own.
   */
  async #askLine(): Promise<void> {
    try {
      await this.sql?.run(sql`select`)
    } catch {
      // the commit stands, even if nothing can be queried now
    }
  }

  /**
   * The seconds an event takes to come back to this process, or for how long one has been missing. Waits no longer
   * than a second.
   */
  async measureDelay(): Promise<number> {
    const since = performance.now()
    if (!this.#missing && this.#db) {
      const id = randomUUID()
      const settled = new Promise<void>((settle) => (this.#missing = { id, since, settle }))
      // an event that could not be sent does not count as missing
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
    await this.#transport?.stop()
    await this.#listening?.stop()
  }
}
