// How all code asks PostgreSQL: the pool, transactions, timeouts, and how dates and numbers come back.
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import type { Sql as Query } from 'sql-template-tag'
import { listenToChannel, type ChannelListener, type Listening } from './database.listening.ts'
import { makeSql } from './database.rows.ts'
import { Lender, retryConflict } from './database.lending.ts'
import { isAborted, isUniqueViolation } from './database.states.ts'

export type { ChannelListener as Listener, Listening }
export { isConflict, isNotAllowed, isUniqueViolation } from './database.states.ts'
export { default as sql, empty, join, raw, type Sql as Query } from 'sql-template-tag'

/** Anything statements run on: the pool, or one transaction. */
export type Sql = {
  rows<T>(query: Query): Promise<T[]>
  /** The first row, if there is one. */
  row<T>(query: Query): Promise<T | undefined>
  /** The number of rows affected. */
  run(query: Query): Promise<number>
  /** Several statements without parameters, as a migration has them. */
  script(text: string): Promise<void>
}

export type Database = Sql & {
  /** Runs the work in one transaction: all of it, or nothing when it throws. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  /**
   * Hears a channel for ever; resolves once it listens for the first time. After a cut it listens
   * again, and something may have been missed.
   */
  listen(channel: string, listener: ChannelListener): Promise<Listening>
  end(): Promise<void>
  /** One query as the driver takes it. */
  ask(text: string, values?: unknown[]): Promise<pg.QueryResult>
  pool: pg.Pool
  /** Whether queries take another way than listening. */
  isPooled: boolean
  /** Calls the listener with the generation each new connection leads to. */
  onGeneration(listener: ((generation: string | null) => void) | null): void
  /** The generation of any connection, also while no queries are allowed. */
  askGeneration(): Promise<string | null>
  /** Connections opened so far are no longer lent. */
  retire(): void
  /** While set, no queries are allowed: the two ways lead to different servers. */
  setAstray(isAstray: boolean): void
  isAstray: boolean
}

const { DATE, INT8, TIMESTAMPTZ } = pg.types.builtins
const PARSERS: Record<number, (text: string) => unknown> = {
  // as a Date a birthday would shift with the time zone
  [DATE]: (text) => text,
  [INT8]: Number,
  [TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
}
const types = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** One transaction, and once more when what it found free was taken at that moment. */
export const transactionWithRetry = <T>(db: Database, work: (tx: Sql) => Promise<T>): Promise<T> =>
  db.transaction(work).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    return db.transaction(work)
  })

/**
 * A new connection is a new process, which plans its first statements again: tens of milliseconds in
 * which somebody waits. Shorter than what networks in between (350 seconds and more) let lie idle.
 */
const IDLE_MS = 300_000

export const STATEMENT_MS = 15_000
/**
 * A transaction in which nobody asks anything for so long is taken back by the database: its process stands
 * still, and everybody else waits for what it holds.
 */
export const UNFINISHED_MS = 30_000
/**
 * Lets a transaction wait for files, as long as they take. Only where nobody waits for what it holds, but for others
 * that start as well; elsewhere files are asked for before it begins.
 */
export const allowPauses = (tx: Sql): Promise<void> =>
  tx.script('set local idle_in_transaction_session_timeout = 0')

/** Every statement is prepared and finds its rows by an index: planning it again costs more. */
export const PLANNING = 'force_generic_plan'

export function openDatabase(
  url: string,
  {
    max = 10,
    statementTimeoutMs = STATEMENT_MS,
    answerTimeoutMs,
    directUrl,
  }: {
    max?: number
    statementTimeoutMs?: number
    /** Where the same database listens, when `url` leads through a pooler. */
    directUrl?: string | null
    /** A connection without an answer for so long is closed: longer than a statement may take. */
    answerTimeoutMs?: number
  } = {},
): Database {
  const connection = { connectionString: url, types, connectionTimeoutMillis: 5_000 }
  const session = {
    statement_timeout: statementTimeoutMs,
    // there too, since the driver takes 0 for no wish, and the role may have another
    options: `-c plan_cache_mode=${PLANNING} -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${UNFINISHED_MS}`,
  }
  const pool = new pg.Pool({
    ...connection,
    // a pooler refuses such settings: there the role has them (`keepRoleSettings`)
    ...(!directUrl && session),
    max,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
  })
  if (answerTimeoutMs) pool.on('connect', (client) => destroyUnresponsive(client, answerTimeoutMs))
  // an idle connection that dies is replaced when one is needed
  pool.on('error', () => {})
  const lender = new Lender(pool)
  const withClient = lender.lend

  return {
    ...makeSql((statement) => retryConflict(() => withClient((client) => client.query(statement)))),
    ask: (text, values) => withClient((client) => client.query(text, values)),
    pool,
    isPooled: Boolean(directUrl),
    onGeneration: (listener) => void (lender.onOpened = listener),
    askGeneration: lender.askGeneration,
    retire: () => lender.retire(),
    setAstray: (isAstray) => void (lender.isAstray = isAstray),
    get isAstray() {
      return lender.isAstray
    },
    transaction: (work) =>
      withClient(async (client) => {
        await client.query('begin')
        let failure: Error | undefined
        const ask = async (statement: pg.QueryConfig | string) =>
          client.query(statement).catch((error: Error) => {
            failure ??= error
            throw error
          })
        try {
          const result = await work(makeSql(ask))
          const { command } = await client.query('commit')
          // a transaction that failed inside answers a commit with a rollback
          if (command !== 'COMMIT') throw failure ?? new Error('the transaction was rolled back')
          return result
        } catch (error) {
          // one on which not even that works is no connection for others
          await client
            .query('rollback')
            .catch(() => void (client as pg.ClientBase & pg.Client).end())
          throw isAborted(error) ? (failure ?? error) : error
        }
      }),
    listen: (channel, listener) =>
      listenToChannel(
        { ...connection, ...session, connectionString: directUrl ?? url },
        channel,
        listener,
      ),
    end: () => pool.end(),
  }
}

/** How often a connection is checked within the time it has for an answer. */
const LOOKS = 10

/** What the driver reads and writes on. */
type DriverConnection = EventEmitter & { stream: Socket }

/**
 * Closes a connection whose query got no answer for so long. One timer a connection: one for each query, as
 * the driver does it, makes the heap grow.
 */
function destroyUnresponsive(client: pg.PoolClient, answerTimeoutMs: number): void {
  const connection = (client as unknown as { connection: DriverConnection }).connection
  const { stream } = connection
  let answered = stream.bytesWritten
  let askedAt: number | null = null
  // before the next query is written
  connection.prependListener('readyForQuery', () => {
    answered = stream.bytesWritten
    askedAt = null
  })
  const timer = setInterval(() => {
    if (stream.bytesWritten === answered) return
    askedAt ??= performance.now()
    if (performance.now() - askedAt > answerTimeoutMs) stream.destroy()
  }, answerTimeoutMs / LOOKS).unref()
  stream.once('close', () => clearInterval(timer))
}
