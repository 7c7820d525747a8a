// Databases that tests use one after the other: each test finds its own as the template is.
import {
  openDatabase,
  type Database,
  type Listener,
  type Listening,
} from '#server/platform/database/database.ts'
import { until } from '#testing/until.ts'
import { cloneDatabase, findCluster } from './cluster.ts'
import { openReset, reset } from '#testing/fixtures/reset.ts'

/** Rows that were deleted stay in the files, because nobody vacuums here. */
const MOST_USES = 200
/** So many wait at most to be used again: each holds connections, and seldom does a test open more clubs. */
const MOST_SPARES = 2
/** As the app itself would have it. */
const ANSWER_MS = 20_000

type Lent = {
  url: string
  /** Open connections, warm from the test before; ended for this test by its `end`. */
  db: Database
  /** The same for the queue of jobs. */
  queue: Database
  giveBack(): Promise<void>
}

type Spare = {
  url: string
  db: Database
  queue: Database
  /** Null where a server was given: there each test has its database copied. */
  superuser: Database | null
  uses: number
  listening: Map<string, { line: Listening; listeners: Set<Listener>; isCut: boolean }>
  drop(): Promise<void>
}

const spares: Spare[] = []

/** A database for one test, with what the template holds and nothing else. */
export async function lendDatabase(): Promise<Lent> {
  const spare = spares.pop() ?? (await open())
  spare.uses += 1
  const { db, end } = lend(spare)
  return {
    url: spare.url,
    db,
    queue: spare.queue,
    async giveBack() {
      await end()
      await untilIdle(spare.queue)
      if (spares.length < MOST_SPARES && (await isAsNew(spare))) spares.push(spare)
      else await discard(spare)
    },
  }
}

async function open(): Promise<Spare> {
  const { url, drop } = await cloneDatabase()
  const superuserUrl = findCluster().superuserUrl
  return {
    url,
    drop,
    uses: 0,
    listening: new Map(),
    db: openDatabase(url, { answerTimeoutMs: ANSWER_MS }),
    queue: openDatabase(url, { max: 3 }),
    superuser: superuserUrl ? await openReset(withPath(superuserUrl, url)) : null,
  }
}

function withPath(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = new URL(database).pathname
  return url.href
}

async function isAsNew({ uses, db, queue, superuser, listening }: Spare): Promise<boolean> {
  const lines = [...listening.values()]
  if (uses >= MOST_USES || !superuser || lines.some(({ isCut }) => isCut)) return false
  const sessions = db.pool.totalCount + queue.pool.totalCount + lines.length
  if (!(await reset(superuser, { sessions }))) return false
  // all that was published before is heard now, by nobody
  const checks = await Promise.allSettled(lines.map(({ line }) => line.sql.script('select 1')))
  return checks.every(({ status }) => status === 'fulfilled')
}

async function discard({ db, queue, superuser, listening, drop }: Spare): Promise<void> {
  for (const { line } of listening.values()) await line.stop().catch(() => {})
  await Promise.all([db.end(), queue.end(), superuser?.end()])
  await drop()
}

/** The connections for one test: queries after its end are refused, and touch no other test's rows. */
function lend({ db, listening }: Spare): { db: Database; end(): Promise<void> } {
  let isOver = false
  const own = new Set<Listener>()
  const whileLent =
    <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (isOver) throw new Error('the database of this test is closed')
      return act(...given)
    }
  const end = async () => {
    isOver = true
    for (const { listeners } of listening.values())
      for (const listener of own) listeners.delete(listener)
    await untilIdle(db)
  }
  return {
    end,
    db: {
      rows: whileLent(db.rows) as Database['rows'],
      row: whileLent(db.row) as Database['row'],
      run: whileLent(db.run),
      script: whileLent(db.script),
      transaction: whileLent(db.transaction) as Database['transaction'],
      listen: whileLent(async (channel: string, listener: Listener) => {
        const known = listening.get(channel) ?? (await listenOn(db, channel))
        listening.set(channel, known)
        known.listeners.add(listener)
        own.add(listener)
        return {
          sql: known.line.sql,
          cut: known.line.cut,
          stop: async () => void known.listeners.delete(listener),
        }
      }),
      ask: whileLent(db.ask),
      pool: db.pool,
      isPooled: false,
      // others use these lines too, and none of them is opened for a test
      onGeneration() {},
      askGeneration: whileLent(db.askGeneration),
      retire: db.retire,
      setAstray() {},
      isAstray: false,
      end,
    },
  }
}

async function listenOn(db: Database, channel: string) {
  const listeners = new Set<Listener>()
  const state = { isCut: false }
  const line = await db.listen(channel, {
    onNotice: (payload) => {
      for (const { onNotice: hear } of listeners) hear(payload)
    },
    lost: () => {
      state.isCut = true
      for (const { lost } of listeners) lost?.()
    },
    again: () => {
      state.isCut = false
      for (const { again } of listeners) again()
    },
  })
  return Object.assign(state, { line, listeners })
}

/** What was under way when a club closed comes to its end, as when a pool is ended. */
const untilIdle = ({ pool }: Database) =>
  until(() => pool.totalCount <= pool.idleCount && pool.waitingCount === 0, {
    what: 'a closed club that asks its database no more',
    everyMs: 1,
  })
