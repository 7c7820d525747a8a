// A primary with a standby that streams from it, behind one address that can be led over.
import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, sql, type Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { grantToApp } from '#server/platform/database/roles.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openLedPort } from '#testing/club/ledPort.ts'
import { until } from '#testing/until.ts'

type Side = 'primary' | 'standby'
type Settings = NonNullable<Parameters<typeof startEmbedded>[0]['settings']>

/** A standby takes no fewer connections than its primary, and asks for it again at once. */
const SETTINGS: Settings = { max_connections: 120, wal_retrieve_retry_interval: '200ms' }
const STATEMENT_MS = 120_000

const socketOf = (url: string) => `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
const dataOf = (folder: string) => join(folder, 'pg/data')
const pidOf = (folder: string) =>
  Number.parseInt(readFileSync(join(dataOf(folder), 'postmaster.pid'), 'utf8'), 10)

type Options = {
  fill?: (owner: Database) => Promise<unknown>
  settings?: Settings
  /** Those of another version; `role` is who serves from them. */
  makeTables?: (owner: Database, role: string) => Promise<unknown>
}

async function makeOwnTables(owner: Database, role: string): Promise<void> {
  await migrate(owner)
  await grantToApp(owner, role)
}

const start = (dataDir: string, settings: Settings = {}) =>
  startEmbedded({
    dataDir,
    log: silentLog,
    isServer: false,
    settings: { ...SETTINGS, ...settings },
  })

/** A club's database in `folder`, migrated, filled and stopped: what pairs are copied from. */
export async function makeSeed(
  folder: string,
  { fill, settings, makeTables = makeOwnTables }: Options = {},
): Promise<void> {
  // PostgreSQL runs as somebody else where we are root, and has to enter
  chmodSync(folder, 0o755)
  const made = await start(folder, settings)
  const owner = openDatabase(made.ownerUrl, { max: 2, statementTimeoutMs: STATEMENT_MS })
  await makeTables(owner, new URL(made.url).username)
  await fill?.(owner)
  await owner.end()
  await made.stop()
}

/** Both in `folder`, copies of the seed; an acknowledgement waits for the primary alone, until told otherwise. */
export async function openPair(
  folder: string,
  { seed, settings }: { seed: string; settings?: Settings },
) {
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')]
  chmodSync(folder, 0o755)
  for (const one of [first, second]) {
    mkdirSync(one)
    execFileSync('cp', ['-a', join(seed, 'pg'), one])
  }
  let primary = await start(first, settings)
  const replication = await openLedPort(socketOf(primary.url))
  const { username } = new URL(primary.adminUrl)
  const data = dataOf(second)
  writeFileSync(join(data, 'standby.signal'), '')
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${replication.port} user=${username}'\n`,
  )
  const standby = await start(second, settings)
  const sockets = { primary: socketOf(primary.url), standby: socketOf(standby.url) }
  const address = await openLedPort(sockets.primary)
  const at = (url: string) => {
    const way = new URL(url)
    way.search = ''
    way.host = `127.0.0.1:${address.port}`
    return way.href
  }
  const club = new URL(primary.url).pathname.slice(1)
  const inside = (url: string, database = club) => {
    const way = new URL(url)
    way.pathname = database
    return way.href
  }
  const admin = openDatabase(at(inside(primary.adminUrl)), { max: 2 })
  const ownLine = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
    const own = openDatabase(url, { max: 1, statementTimeoutMs: STATEMENT_MS })
    try {
      return await work(own)
    } finally {
      await own.end()
    }
  }
  const ofPrimary = <T>(work: (db: Database) => Promise<T>) =>
    ownLine(inside(primary.adminUrl), work)
  return {
    /** As the role the club runs as. */
    url: at(primary.url),
    /** As the role that owns the tables. */
    ownerUrl: at(primary.ownerUrl),
    /** As the superuser, by the same address. */
    admin,
    primaryPid: () => pidOf(first),
    /** The primary dies with all that was not on its disk. */
    killPrimary: () => void process.kill(pidOf(first), 'SIGKILL'),
    /** After it was killed. */
    async startPrimary() {
      primary = await start(first, settings)
    },
    /**
     * The primary dies, and begins again as it was when the standby was last told something; after that there is no
     * standby any more.
     */
    async goBack() {
      address.lead(null)
      process.kill(pidOf(first), 'SIGKILL')
      await Promise.all([primary.stop(), standby.stop()])
      await rm(join(first, 'pg'), { recursive: true })
      // the club under test is in this process, and must not block meanwhile
      await promisify(execFile)('cp', ['-a', join(second, 'pg'), first])
      rmSync(join(dataOf(first), 'standby.signal'))
      primary = await start(first, settings)
      address.lead(sockets.primary)
    },
    /** An empty database beside the club's; answers where it is for both roles. */
    async addDatabase(name: string) {
      const owner = new URL(primary.ownerUrl).username
      await ofPrimary((db) => db.script(`create database ${name} owner ${owner}`))
      return { url: at(inside(primary.url, name)), ownerUrl: at(inside(primary.ownerUrl, name)) }
    },
    /** From now on this one is the club's; the one that was stays under another name. Lines end. */
    async exchange(name: string) {
      address.lead(null)
      await ownLine(primary.adminUrl, async (db) => {
        await db.run(sql`
          select pg_terminate_backend(pid) from pg_stat_activity where datname in (${club}, ${name})`)
        await db.script(`alter database ${club} rename to before_${name}`)
        await db.script(`alter database ${name} rename to ${club}`)
      })
      address.lead(sockets.primary)
    },
    /** Where the address leads from now on; lines there are end. */
    lead: (to: Side | null) => address.lead(to && sockets[to]),
    /** From now on the standby is told nothing. */
    cut: () => replication.lead(null),
    /** From now on nothing is acknowledged that the standby does not have. */
    keepInStep: () =>
      ofPrimary(async (db) => {
        await db.script(`alter system set synchronous_standby_names = '*'`)
        await db.script('select pg_reload_conf()')
        await until(
          () =>
            db.row(sql`select from pg_stat_replication
              where sync_state = 'sync' and state = 'streaming'
                and current_setting('synchronous_standby_names') = '*'`),
          { what: 'a standby in step' },
        )
      }),
    /** Until the standby has all that the primary has written so far. */
    untilCaughtUp: () =>
      ofPrimary(async (db) => {
        const position = await db.row<{ at: string }>(
          sql`select pg_current_wal_flush_lsn()::text as at`,
        )
        await until(
          () =>
            db.row(
              sql`select from pg_stat_replication where replay_lsn >= ${position!.at}::pg_lsn`,
            ),
          { what: 'a standby that has caught up' },
        )
      }),
    /** The standby becomes a primary, and the address leads to it. */
    async promote() {
      await ownLine(inside(standby.adminUrl), (db) => db.script('select pg_promote(true, 60)'))
      address.lead(sockets.standby)
    },
    async close() {
      await admin.end().catch(() => {})
      for (const port of [address, replication]) port.close()
      await Promise.allSettled([primary.stop(), standby.stop()])
    },
  }
}
