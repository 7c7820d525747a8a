// What Prometheus reads at `/metrics`, on a port of its own: streams, database, jobs, mails, files, backups.
import { readFile } from 'node:fs/promises'
import { getHeapStatistics } from 'node:v8'
import { readLastBackups } from './cli/backup/lastBackups.ts'
import { measureRetention } from '#server/features/privacy/retention/retention.service.ts'
import type { App } from './platform/context.ts'
import { openDatabase, sql, type Database } from '#server/platform/database/database.ts'
import { listWaitingJobs } from '#server/platform/jobs/jobs.waiting.ts'
import { CachedValue, PATIENCE_MS } from '#server/platform/metrics/asked.ts'
import { serveMetrics } from '#server/platform/metrics/metricsServer.ts'
import { Metrics, type Labels } from '#server/platform/metrics/registry.ts'
import type { RequestMetrics } from '#server/platform/metrics/requestMetrics.ts'
import type { SseConnections } from '#server/platform/stream/sseConnections.ts'

/** What can be seen of a server from within. */
export type Seen = {
  requests: RequestMetrics
  /** Null where nobody asks but for the health of the process. */
  streams: Pick<SseConnections, 'size' | 'counts'> | null
  inFlight(): number
  connections(): Promise<{ open: number; limit: number }>
}

type Where = {
  seen: Seen
  /** Queried on a separate connection, so that a pool that is used up can be told from a database that is away. */
  databaseUrl: string
  host: string
  port: number
  /** For what the database is asked; tests wait longer, since a busy machine is not a database that is away. */
  patienceMs?: number
}

/** What the database says about the whole club, the same from every process. */
async function askClub({ now }: App, db: Database) {
  const since = performance.now()
  const found = await db.row<{ queue: number }>(
    sql`select pg_notification_queue_usage()::float8 as queue`,
  )
  const answerSeconds = (performance.now() - since) / 1_000
  const jobs = await listWaitingJobs(db)
  return {
    answerSeconds,
    noticesQueue: found?.queue ?? 0,
    jobs: new Map(jobs.map((one) => [one.kind, one])),
    retention: await measureRetention({ db, now }),
  }
}

/** What was asked for this answer; null before the first. */
type Found = {
  club: Awaited<ReturnType<typeof askClub>> | null
  noticesBehind: number | null
  connections: { open: number; limit: number }
  backups: Awaited<ReturnType<typeof readLastBackups>>
  isFolderWritable: boolean | null
}
type MetricsSources = { app: App; metrics: Metrics; seen: Seen; found: () => Found | null }

/** The metrics of a process and of the club (`docs/operations.md`, Seeing). They name nobody. */
async function collectMetrics(
  app: App,
  { seen, db, patienceMs }: { seen: Seen; db: Database; patienceMs: number },
): Promise<Metrics> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const club = new CachedValue(() => askClub(app, db), patienceMs)
  const notices = new CachedValue(() => app.bus.measureDelay(), patienceMs)
  const folder = new CachedValue(() => app.files.folderWatch.isWritable(), patienceMs)
  let last: Found | null = null
  const metrics = new Metrics(async () => {
    const [fromDatabase, noticesBehind, connections, backups, isFolderWritable] = await Promise.all(
      [club.read(), notices.read(), seen.connections(), readLastBackups(app.config), folder.read()],
    )
    last = { club: fromDatabase, noticesBehind, connections, backups, isFolderWritable }
  })
  const sources = { app, metrics, seen, found: () => last }
  const { instance, role } = app.config
  metrics.gauge({
    name: 'club_info',
    help: 'Always 1; which process this is',
    labels: ['name', 'role', 'version'],
    read: () => [[{ name: instance, role, version }, 1]],
  })
  addHttpMetrics(sources)
  addDatabaseMetrics(sources)
  addJobMetrics(sources)
  addFileMetrics(sources)
  addPromiseMetrics(sources)
  addMemoryMetrics(metrics)
  return metrics
}

function addHttpMetrics({ metrics, seen, found }: MetricsSources): void {
  metrics.requests(seen.requests)
  metrics.gauge({
    name: 'club_requests_under_way',
    help: 'Calls that are being answered',
    read: () => seen.inFlight(),
  })
  const { streams } = seen
  metrics.gauge({
    name: 'club_streams_open',
    help: 'Live streams to browsers',
    read: () => streams?.size ?? null,
  })
  metrics.counter({
    name: 'club_stream_events_total',
    help: 'Events written to streams, one for each stream',
    read: () => streams?.counts.events ?? null,
  })
  metrics.counter({
    name: 'club_streams_cut_total',
    help: 'Streams ended because their browser took nothing any more',
    read: () => streams?.counts.cut ?? null,
  })
  metrics.gauge({
    name: 'club_connections_open',
    help: 'Connections to this process, streams among them',
    read: () => found()?.connections.open ?? null,
  })
  metrics.gauge({
    name: 'club_connections_limit',
    help: 'How many there may be',
    read: () => found()?.connections.limit ?? null,
  })
}

function addDatabaseMetrics({ app: { bus, db }, metrics, found }: MetricsSources): void {
  metrics.counter({
    name: 'club_events_total',
    help: 'Notices heard from all processes, by kind',
    labels: ['kind'],
    read: () => [...bus.received].map(([kind, count]) => [{ kind }, count]),
  })
  metrics.gauge({
    name: 'club_notices_behind_seconds',
    help: 'How late notices of the database arrive here, or for how long one has been missing',
    read: () => found()?.noticesBehind ?? null,
  })
  metrics.gauge({
    name: 'club_notices_queue_ratio',
    help: 'How full the queue of notices of the database is, of 1',
    read: () => found()?.club?.noticesQueue ?? null,
  })
  const { transport } = bus
  metrics.gauge({
    name: 'club_nats_reachable',
    help: '1 while NATS carries who is here and who writes; nothing where it is not asked to',
    read: () => (transport?.counts ? Number(transport.trouble === null) : null),
  })
  metrics.counter({
    name: 'club_nats_notices_total',
    help: 'Notices by what became of them; dropped: NATS was away, rejected: what came was none of ours',
    labels: ['outcome'],
    read: () =>
      transport?.counts
        ? Object.entries(transport.counts).map(([outcome, count]) => [{ outcome }, count])
        : null,
  })
  metrics.gauge({
    name: 'club_database_reachable',
    help: '1 when the database answered within two seconds',
    read: () => (found()?.club ? 1 : 0),
  })
  metrics.gauge({
    name: 'club_database_answer_seconds',
    help: 'How long the smallest question took',
    read: () => found()?.club?.answerSeconds ?? null,
  })
  const { pool } = db
  metrics.gauge({
    name: 'club_pool_connections',
    help: 'Connections to the database on which calls are answered and jobs done',
    labels: ['state'],
    read: () => [
      [{ state: 'busy' }, pool.totalCount - pool.idleCount],
      [{ state: 'idle' }, pool.idleCount],
    ],
  })
  metrics.gauge({
    name: 'club_pool_limit',
    help: 'How many of them there may be',
    read: () => pool.options.max,
  })
  metrics.gauge({
    name: 'club_pool_waiting',
    help: 'What waits for one of them',
    read: () => pool.waitingCount,
  })
}

function addJobMetrics({ app: { jobs }, metrics, found }: MetricsSources): void {
  const kinds = [...jobs.counts.keys()]
  const waiting = () => found()?.club?.jobs ?? null
  const mails = () => {
    const known = waiting()
    return (
      known &&
      kinds.filter((kind) => kind.startsWith('mail_')).flatMap((kind) => known.get(kind) ?? [])
    )
  }
  metrics.gauge({
    name: 'club_jobs',
    help: 'Jobs that are not done, by kind: due, for later or another try, being worked on',
    labels: ['kind', 'state'],
    read: () => {
      const known = waiting()
      return (
        known &&
        kinds.flatMap((kind) => {
          const { due = 0, later = 0, active = 0 } = known.get(kind) ?? {}
          return Object.entries({ due, later, active }).map(([state, count]): [Labels, number] => [
            { kind, state },
            count,
          ])
        })
      )
    },
  })
  metrics.gauge({
    name: 'club_jobs_oldest_due_seconds',
    help: 'For how long the oldest job that is due has been waiting, by kind',
    labels: ['kind'],
    read: () => {
      const known = waiting()
      return known && kinds.map((kind) => [{ kind }, known.get(kind)?.oldestDueSeconds ?? 0])
    },
  })
  metrics.counter({
    name: 'club_jobs_worked_total',
    help: 'Jobs this process worked on, by kind and what came of it',
    labels: ['kind', 'outcome'],
    read: () =>
      [...jobs.counts].flatMap(([kind, { done, failed, givenUp }]) => [
        [{ kind, outcome: 'done' }, done],
        [{ kind, outcome: 'failed' }, failed],
        [{ kind, outcome: 'given_up' }, givenUp],
      ]),
  })
  metrics.gauge({
    name: 'club_mails_waiting',
    help: 'Mails that are written and not taken by the mail server yet',
    read: () =>
      mails()?.reduce((sum, { due, later, active }) => sum + due + later + active, 0) ?? null,
  })
  metrics.gauge({
    name: 'club_mails_oldest_seconds',
    help: 'For how long the oldest of them has been waiting',
    read: () => {
      const known = mails()
      return known && Math.max(0, ...known.map(({ oldestSeconds }) => oldestSeconds))
    },
  })
}

function addFileMetrics({ app: { decoder }, metrics, found }: MetricsSources): void {
  metrics.gauge({
    name: 'club_files_writable',
    help: '0 while the folder of the files is gone, full or only read; nothing where they lie in a bucket',
    read: () => {
      const known = found()?.isFolderWritable ?? null
      return known === null ? null : Number(known)
    },
  })
  metrics.gauge({
    name: 'club_decoder_waiting',
    help: 'Files of members that wait to be decoded',
    read: () => decoder.queue.waiting,
  })
  metrics.gauge({
    name: 'club_decoder_busy',
    help: '1 while one is decoded',
    read: () => Number(decoder.queue.isBusy),
  })
  metrics.counter({
    name: 'club_decoder_files_total',
    help: 'Files by what became of them; put_off: the decoder had no time or could not run',
    labels: ['outcome'],
    read: () => [
      [{ outcome: 'read' }, decoder.counts.read],
      [{ outcome: 'unreadable' }, decoder.counts.unreadable],
      [{ outcome: 'put_off' }, decoder.counts.putOff],
    ],
  })
  metrics.gauge({
    name: 'club_decoder_put_off_in_a_row',
    help: 'Files put off since the last that was not',
    read: () => decoder.counts.putOffInARow,
  })
}

/** What members were promised to be kept, and what not. */
function addPromiseMetrics({ app, metrics, found }: MetricsSources): void {
  metrics.gauge({
    name: 'club_retention_oldest_seconds',
    help: 'For how long the rule of retention asked longest ago has not been asked',
    read: () => found()?.club?.retention.oldestSeconds ?? null,
  })
  metrics.gauge({
    name: 'club_retention_rules_left',
    help: 'Rules that left rows past their time when they were counted last',
    read: () => found()?.club?.retention.left ?? null,
  })
  metrics.gauge({
    name: 'club_backup_age_seconds',
    help: 'Since the last backup from this DATA_DIR: of everything (club), of the keys (keys)',
    labels: ['kind'],
    read: () =>
      Object.entries(found()?.backups ?? {}).flatMap(([kind, made]): [Labels, number][] =>
        made ? [[{ kind }, (app.now().getTime() - Date.parse(made.at)) / 1_000]] : [],
      ),
  })
}

/** Under the names every client of Prometheus gives them. */
function addMemoryMetrics(metrics: Metrics): void {
  const startedAt = Date.now() / 1_000 - process.uptime()
  metrics.gauge({
    name: 'process_start_time_seconds',
    help: 'When this process was started, in seconds since 1970',
    read: () => startedAt,
  })
  metrics.counter({
    name: 'process_cpu_seconds_total',
    help: 'Time of processors this process has used',
    read: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1_000_000
    },
  })
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of this process',
    read: () => process.memoryUsage.rss(),
  })
  metrics.gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'What objects take of it',
    read: () => getHeapStatistics().used_heap_size,
  })
  metrics.gauge({
    name: 'nodejs_heap_size_limit_bytes',
    help: 'What they may take at most',
    read: () => getHeapStatistics().heap_size_limit,
  })
  let before = performance.eventLoopUtilization()
  metrics.gauge({
    name: 'nodejs_eventloop_utilization',
    help: 'The part of the time since the last answer in which the event loop was busy, of 1',
    read: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
  })
}

/** A line on which no answer comes for so much longer is given up. */
const GIVEN_UP_MS = 3_000

/** Tells it all at `/metrics` on a port of its own. */
export async function openMetricsServer(
  app: App,
  { seen, databaseUrl, host, port, patienceMs = PATIENCE_MS }: Where,
): Promise<{ port: number; close(): Promise<void> }> {
  const db = openDatabase(databaseUrl, {
    max: 1,
    statementTimeoutMs: patienceMs,
    answerTimeoutMs: patienceMs + GIVEN_UP_MS,
  })
  const metrics = await collectMetrics(app, { seen, db, patienceMs })
  const server = await serveMetrics(metrics, { host, port, log: app.log }).catch(
    async (error: unknown) => {
      await db.end()
      throw error
    },
  )
  return {
    port: server.port,
    async close() {
      await server.close()
      await db.end()
    },
  }
}
