// The job queue: work is queued in the caller's transaction or not at all, and tried again for a day, a mail for five.
import { PgBoss, type Db, type JobWithMetadata, type QueueResult } from 'pg-boss'
import { Sql as Statement } from 'sql-template-tag'
import type { App } from '#server/platform/context.ts'
import { refuseDrift } from '#server/platform/database/clock.ts'
import { openDatabase, sql, type Database, type Sql } from '#server/platform/database/database.ts'
import { KeyedCounter } from '#server/platform/process/keyedCounter.ts'
import { doWork } from '#server/platform/process/work.ts'
import { startSpan } from '#server/platform/tracing/tracing.ts'
import type { JobHandler, JobData, JobHandlers, JobName, MailJob } from './jobs.data.ts'

/** How often this process came to which end with jobs of one kind. */
type JobCounts = { done: number; failed: number; givenUp: number }

/** Work that outlives a request: it is queued in the caller's transaction, or not at all. */
export type Jobs = {
  /** Every kind there is, and what became of those this process worked on. */
  readonly counts: ReadonlyMap<JobName, JobCounts>
  send<N extends JobName>(on: Sql, name: N, data: JobData[N], options?: SendOptions): Promise<void>
  /** Takes out what names somebody, also what was done already; with `only`, of one kind. */
  forget(on: Sql, who: Named): Promise<void>
  /** Whether something of this kind is to be done for somebody, and nobody does it yet. */
  isWaiting(on: Sql, name: JobName, userId: string): Promise<boolean>
  /**
   * Installs what is missing and gets ready to send; starts working too unless `work` is false. With `keepsSchedule`
   * the schedule stays what it is: a newer version wrote it.
   */
  start(options?: { work?: boolean; keepsSchedule?: boolean }): Promise<void>
  /** From now on workers do by the clock what this version does, those that run already as well. */
  writeSchedule(): Promise<void>
  stop(): Promise<void>
  /** Tests: runs what waits, in this process, until nothing does; `later` includes what waits for another try. */
  drain(options?: { later?: boolean }): Promise<void>
}

type SendOptions = {
  /** With what it may have to wait, such as a slow host: of one group few are done at the same time. */
  group?: string
  /** Not before so many seconds have passed. */
  afterSeconds?: number
}

type Named = { userId?: string; email?: string; only?: JobName }

const HOUR = 3600
/**
 * Tried for about a day, at growing distance; a finished job is forgotten within the hour. Whose
 * process dies is noticed by its silence, and begun again by another; who still works on it is given
 * up after longer than a mail takes whose server thinks before each answer.
 */
const QUEUE = {
  retryLimit: 30,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: HOUR,
  expireInSeconds: HOUR / 6,
  heartbeatSeconds: 20,
  retentionSeconds: 48 * HOUR,
  deleteAfterSeconds: HOUR,
  notify: true,
}

/** A mail is tried for five days, as mail servers do with theirs (RFC 5321, 4.5.4.1). */
const MAIL = { ...QUEUE, retryLimit: 130, retentionSeconds: 8 * 24 * HOUR }
const chooseQueue = (name: JobName) => (name.startsWith('mail_') ? MAIL : QUEUE)

/** Long work, one at a time. */
const LONG = { ...QUEUE, expireInSeconds: 2 * HOUR }
const LONG_JOBS: ReadonlySet<JobName> = new Set(['build_export'])
/** Its next part is sent while this one ends. */
const CHAINED_JOBS: ReadonlySet<JobName> = new Set(['reconcile_payments'])

/** Done side by side, so that who waits for one group holds up no other. */
const BESIDE = { batchSize: 1, localConcurrency: 4, localGroupConcurrency: 2 }
const GROUPED: Partial<Record<JobName, object>> = {
  send_push: BESIDE,
  send_message_push: BESIDE,
}

type Kind = { options: typeof QUEUE; policy: 'standard' | 'singleton' }

/**
 * Woken at once by a notice, also by one that comes while it is busy. Looking again finds what waits
 * for another try, and what was sent while no notices came; there are dozens of queues, and an idle
 * club should not ask its database twenty times a second.
 */
const WORK = {
  batchSize: 10,
  perJobResults: true,
  includeMetadata: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 10,
} as const
/**
 * What is still at work after so long holds up what comes after it no longer: others go on beside it. Few at a time,
 * for a mail server that is slow with everything accepts only so many connections from one sender.
 */
const HELD_UP_MS = 3_000
const MOST_BESIDE = 4
const HELD_UP = { batchSize: 2 }
/** Connections of the queue. */
const MAX = 3
/** A line of the queue on which no answer comes for so long is given up: longer than its own sweeps take. */
const ANSWER_MS = 60_000
const DRAIN = { batchSize: 50, includeMetadata: true } as const

type Options = {
  /** Where the database is; the queue keeps a few connections of its own. */
  url: string
  /** Where it listens, when `url` leads through a pooler. */
  directUrl?: string | null
  /** Those connections, where they are open already; for who only sends. */
  db?: Database | undefined
  handlers: JobHandlers
  /** Names of jobs that also run by the clock, with their cron expressions (UTC). */
  schedule: Partial<Record<JobName, string>>
  /** Asked when a job runs, because the app holds its jobs. */
  app: () => App
  /** Tests: after how long a silent connection is closed. */
  answerTimeoutMs?: number
}

export function openJobs({
  url,
  directUrl,
  db: given,
  handlers,
  schedule,
  app,
  answerTimeoutMs = ANSWER_MS,
}: Options): Jobs {
  const names = Object.keys(handlers) as JobName[]
  const counts = new Map(names.map((name) => [name, { done: 0, failed: 0, givenUp: 0 }]))
  let boss: PgBoss | null = null
  let own: Database | null = null
  let isWorking = false
  let isStopping = false
  /** Who went to work beside those that are held up, by what they work on. */
  const beside = new KeyedCounter()

  /** What runs by the clock looks at all there is: as long as that takes, and never beside itself. */
  const kindOf = (name: JobName): Kind => ({
    options: name in schedule || LONG_JOBS.has(name) ? LONG : chooseQueue(name),
    policy: name in schedule && !CHAINED_JOBS.has(name) ? 'singleton' : 'standard',
  })
  const workOf = (name: JobName) => {
    const isLong = kindOf(name).options === LONG
    return { ...WORK, ...(isLong && { batchSize: 1 }), ...GROUPED[name] } as typeof WORK
  }

  const logError = (error: unknown): null => {
    app().log.error({ reason: errorName(error) }, 'jobs')
    return null
  }
  const started = () => {
    if (!boss) throw new Error('jobs were not started')
    return boss
  }

  async function run(name: JobName, job: JobWithMetadata<unknown>): Promise<void> {
    const span = startSpan('job')
    const work = { jobId: job.id, isOver: false, span }
    try {
      await doWork(work, () => handleJob(name, job))
      span?.end(name)
    } catch (error) {
      span?.end(name, {}, true)
      throw error
    } finally {
      work.isOver = true
    }
  }

  async function handleJob(name: JobName, job: JobWithMetadata<unknown>): Promise<void> {
    const { id, data, retryCount, createdOn } = job
    const given = handlers[name] as MailJob<never> | JobHandler<never>
    const handle = typeof given === 'function' ? given : given.send
    const counted = counts.get(name)!
    const isTriedAgain = retryCount < kindOf(name).options.retryLimit
    const about = { id, createdAt: new Date(createdOn), tries: retryCount }
    try {
      // what looks by the clock removes what is due
      if (name in schedule) await refuseDrift(app().db)
      await handle({ ...app(), job: about }, data as never)
      counted.done += 1
    } catch (error) {
      counted[isTriedAgain ? 'failed' : 'givenUp'] += 1
      // What a mail server answers may quote the address: neither the log nor the queue keeps it.
      const reason = errorName(error)
      if (isTriedAgain)
        app().log.warn({ job: name, reason }, 'a job failed and will be tried again')
      else app().log.error({ job: name, reason }, 'a job failed for the last time and is given up')
      throw new Error(reason)
    }
  }

  const beginWork = (name: JobName, work = workOf(name)): Promise<string> =>
    started().work<unknown, unknown, typeof WORK>(name, work, async (jobs) => {
      const held = goOnBeside(name)
      try {
        return await Promise.all(jobs.map((job) => settle(name, job)))
      } finally {
        held.end()
      }
    })

  async function settle(name: JobName, job: JobWithMetadata<unknown>) {
    const { id } = job
    try {
      await run(name, job)
    } catch (error) {
      return { id, status: 'failed' as const, output: (error as Error).message }
    }
    // at once: else what hangs beside it would have it done again after a stop
    await boss?.complete(name, job).catch(() => {})
    return { id, status: 'completed' as const }
  }

  /** Has another go on with what comes while somebody waits long, as for a mail server that thinks before it answers. */
  function goOnBeside(name: JobName): { end(): void } {
    if (kindOf(name).options === LONG || name in GROUPED) return { end() {} }
    let other: Promise<string | null> | null = null
    const timer = setTimeout(() => {
      if (isStopping || !beside.take(name, MOST_BESIDE)) return
      other = beginWork(name, { ...WORK, ...HELD_UP } as typeof WORK).catch(logError)
    }, HELD_UP_MS)
    return {
      end() {
        clearTimeout(timer)
        // it ends what it has begun
        void other
          ?.then((id) => (id ? boss?.offWork(name, { id }) : undefined))
          .catch(logError)
          .finally(() => beside.giveBack(name))
      },
    }
  }

  async function writeSchedule(): Promise<void> {
    for (const { name } of await started().getSchedules())
      if (!(name in schedule)) await started().unschedule(name)
    // what came due while nobody worked is done once
    for (const [name, cron] of Object.entries(schedule))
      await started().schedule(name, cron, null, { missed: 'once' })
  }

  return {
    counts,

    async send(on, name, data, { group, afterSeconds } = {}) {
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: await on.rows<object>(new Statement(text.split(/\$\d+/), values)),
      })
      await started().send(name, data, {
        db: { executeSql },
        ...(group && { group: { id: group } }),
        ...(afterSeconds && { startAfter: afterSeconds }),
      })
    },

    async forget(on, { userId = null, email = null, only = null }) {
      await on.run(sql`
        delete from pgboss.job
        where (data ->> 'userId' = ${userId}::text or lower(data ->> 'email') = lower(${email}::text))
          and name = coalesce(${only}, name)`)
    },

    isWaiting: async (on, name, userId) =>
      (await on.row(sql`
        select from pgboss.job
        where name = ${name} and data ->> 'userId' = ${userId} and state in ('created', 'retry')
        limit 1`)) !== undefined,

    async start({ work = true, keepsSchedule = false } = {}) {
      isWorking = work
      isStopping = false
      // its own would listen where it asks, and keep lines that only read
      if (!given) {
        own = openDatabase(url, {
          max: MAX,
          answerTimeoutMs,
          ...(directUrl ? { directUrl } : { statementTimeoutMs: 0 }),
        })
        await makeTables(directUrl ?? url)
      }
      boss = new PgBoss({
        db: bossDatabase((given ?? own)!),
        // which a migration made
        createSchema: false,
        supervise: work,
        schedule: work,
        useListenNotify: work,
      })
      boss.on('error', logError)
      await boss.start()
      const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const name of names) await install(boss, present.get(name), name, kindOf(name))
      if (!work) return

      for (const name of names) await beginWork(name)
      if (!keepsSchedule) await writeSchedule()
    },

    writeSchedule,

    async stop() {
      isStopping = true
      await boss?.stop({ graceful: isWorking, timeout: 10_000 })
      boss = null
      await own?.end()
      own = null
    },

    async drain({ later = false } = {}) {
      let found = true
      while (found) {
        found = false
        let waits = await waiting(started())
        for (const name of names) {
          if (!later && !waits.has(name)) continue
          const jobs = await started().fetch(name, { ...DRAIN, ignoreStartAfter: later })
          for (const job of jobs) {
            found ||= !later
            await run(name, job).then(
              () => started().complete(name, job.id),
              (error: Error) => started().fail(name, job.id, error),
            )
          }
          // one job may have queued another for a queue still to come
          if (jobs.length > 0) waits = await waiting(started())
        }
      }
    },
  }
}

/** Past any pooler, and for as long as it takes: a large queue is not rebuilt within what a request may take. */
async function makeTables(directUrl: string): Promise<void> {
  const db = openDatabase(directUrl, { max: 1, statementTimeoutMs: 0 })
  const boss = new PgBoss({
    db: bossDatabase(db),
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  try {
    await boss.start()
    await boss.stop({ graceful: false })
  } finally {
    await db.end()
  }
}

/** Our connections, as pg-boss wants them. */
const bossDatabase = (db: Database): Db => ({
  executeSql: (text, values) => db.ask(text, values),
  async listen(channel, onNotice, again) {
    const { stop } = await db.listen(channel, { onNotice, again })
    again()
    return { close: stop }
  },
})

/** Makes a queue, or makes of one from an older version what it is now. */
async function install(
  boss: PgBoss,
  present: QueueResult | undefined,
  name: JobName,
  { options, policy }: Kind,
): Promise<void> {
  if (!present) return boss.createQueue(name, { ...options, policy })
  if (present.policy !== policy) {
    // pg-boss has no call for it; the table all queues share has the indexes of every policy
    for (const text of [
      'update pgboss.queue set policy = $2 where name = $1',
      `update pgboss.job set policy = $2 where name = $1 and state < 'active'`,
    ])
      await boss.getDb().executeSql(text, [name, policy])
  }
  const isSame = Object.entries(options).every(
    ([key, value]) => present[key as keyof QueueResult] === value,
  )
  if (!isSame || present.policy !== policy) await boss.updateQueue(name, options)
}

/** The queues in which something waits: to ask each of dozens costs a test more than what it tests. */
async function waiting(boss: PgBoss): Promise<Set<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select distinct name from pgboss.job where state < 'active'`)
  return new Set(rows.map(({ name }: { name: string }) => name))
}

function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error.name
}
