import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Sql as Query } from 'sql-template-tag'
import { giveUpSilent } from './silentLine.ts'

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
  begin<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  /**
   * Hears a channel for ever; resolves once it listens for the first time. After a cut it listens
   * again, and something may have been missed.
   */
  listen(channel: string, listener: Listener): Promise<Listening>
  end(): Promise<void>
  pool: pg.Pool
}

export type Listener = {
  hear(payload: string): void
  /** The line was cut. */
  lost?(): void
  /** It is up again. */
  again(): void
}

export type Listening = {
  /**
   * Runs on the very connection that listens: what a statement publishes, and all that was
   * published before it, is heard before its answer.
   */
  sql: Sql
  stop(): Promise<void>
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

const hasState = (error: unknown, state: string): boolean =>
  error instanceof Error && 'code' in error && error.code === state

export const isUniqueViolation = (error: unknown): boolean => hasState(error, '23505')

/** One transaction, and once more when what it found free was taken at that moment. */
export const beginAgain = <T>(db: Database, work: (tx: Sql) => Promise<T>): Promise<T> =>
  db.begin(work).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    return db.begin(work)
  })

/** The role may not do that. */
export const isNotAllowed = (error: unknown): boolean => hasState(error, '42501')

/**
 * A new connection is a new process, which plans its first statements anew: tens of milliseconds in
 * which somebody waits. Shorter than what networks in between (350 seconds and more) let lie idle.
 */
const IDLE_MS = 300_000
const LISTEN_AGAIN_MS = 250
/** A line that ends without a word (a network, a firewall) is noticed within twice this. */
const PULSE_MS = 5_000

export function openDatabase(
  url: string,
  {
    max = 10,
    statementTimeoutMs = 15_000,
    answerTimeoutMs,
  }: {
    max?: number
    statementTimeoutMs?: number
    /** A line on which no answer comes for so long is given up: longer than a statement may take. */
    answerTimeoutMs?: number
  } = {},
): Database {
  const connection = {
    connectionString: url,
    types,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    // every statement is prepared and finds its rows by an index: planning it anew costs more
    options: '-c plan_cache_mode=force_generic_plan',
  }
  const pool = new pg.Pool({ ...connection, max, idleTimeoutMillis: IDLE_MS, keepAlive: true })
  if (answerTimeoutMs) pool.on('connect', (client) => giveUpSilent(client, answerTimeoutMs))
  // an idle connection that dies is replaced when one is needed
  pool.on('error', () => {})

  return {
    ...runnerOn(pool),
    pool,
    async begin(work) {
      const client = await pool.connect()
      const dropped = () => {}
      client.on('error', dropped)
      try {
        await client.query('begin')
        const result = await work(runnerOn(client))
        const { command } = await client.query('commit')
        // a transaction that failed inside answers a commit with a rollback
        if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
        client.off('error', dropped)
        client.release()
        return result
      } catch (error) {
        const lost = await client.query('rollback').then(
          () => false,
          () => true,
        )
        client.off('error', dropped)
        client.release(lost)
        throw error
      }
    },
    listen: (channel, listener) => listenFor(connection, channel, listener),
    end: () => pool.end(),
  }
}

function runnerOn(on: pg.Pool | pg.ClientBase): Sql {
  const query = (statement: Query) =>
    on.query<Record<string, unknown>>({
      name: nameOf(statement.text),
      text: statement.text,
      values: statement.values,
    })
  return {
    rows: async <T>(statement: Query) => camelCased((await query(statement)).rows) as T[],
    row: async <T>(statement: Query) =>
      camelCased((await query(statement)).rows)[0] as T | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    script: async (text) => void (await on.query(text)),
  }
}

const names = new Map<string, string>()

/** The same text is prepared once per connection, under a name made from it. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Renames snake_case columns, once per result rather than once per cell. */
function camelCased(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const renamed = Object.keys(rows[0] ?? {})
    .filter((name) => name.includes('_'))
    .map((name) => [name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())])
  if (renamed.length > 0)
    for (const row of rows)
      for (const [from, to] of renamed as [string, string][]) {
        row[to] = row[from]
        delete row[from]
      }
  return rows
}

async function listenFor(
  connection: pg.ClientConfig,
  channel: string,
  { hear, lost, again }: Listener,
): Promise<Listening> {
  let isOver = false
  let isWaiting = false
  let client: pg.Client
  let isAlive = true
  const open = async () => {
    const opened = new pg.Client({
      ...connection,
      keepAlive: true,
      application_name: 'club listening',
    })
    client = opened
    opened.on('notification', ({ payload }) => hear(payload ?? ''))
    opened.on('error', () => {})
    opened.on('end', () => opened === client && retryLater())
    await opened.connect()
    await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
    isAlive = true
  }
  const retryLater = () => {
    if (isOver || isWaiting) return
    isWaiting = true
    lost?.()
    setTimeout(() => {
      isWaiting = false
      if (!isOver) void open().then(again, retryLater)
    }, LISTEN_AGAIN_MS).unref()
  }
  const pulse = setInterval(() => {
    if (isWaiting) return
    if (!isAlive) return cut(client)
    isAlive = false
    const asked = client
    asked.query('select 1').then(
      () => void (isAlive ||= asked === client),
      () => {},
    )
  }, PULSE_MS).unref()
  await open()
  const now = () => runnerOn(client)
  return {
    sql: {
      rows: (query) => now().rows(query),
      row: (query) => now().row(query),
      run: (query) => now().run(query),
      script: (text) => now().script(text),
    },
    async stop() {
      isOver = true
      clearInterval(pulse)
      await client.end()
    },
  }
}

/** Ends a connection that no longer answers; a polite goodbye would wait for it. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
