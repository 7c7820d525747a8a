// The embedded PostgreSQL below DATA_DIR: started or shared, and brought back for as long as a server lives.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureCluster, removeStalePidFile, SUPERUSER } from './embedded.cluster.ts'
import { takeServerLock, type ServerLock } from './embedded.lock.ts'
import { prepareHome, type Home } from './embedded.home.ts'
import { spawnPostgres, type PostgresProcess, type PostgresSettings } from './embedded.process.ts'
import type { Log } from '#server/platform/process/log.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

type EmbeddedDatabase = {
  /** The club's database, for `openDatabase`, as the role the server runs as. */
  url: string
  /** The same, as the role that owns the tables and migrates. */
  ownerUrl: string
  /** The same PostgreSQL's superuser. */
  adminUrl: string
  /** Stops PostgreSQL, unless it belongs to another process. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: Log
  /** One server owns a data folder and keeps its PostgreSQL alive; tools share or borrow it. */
  isServer: boolean
  settings?: PostgresSettings
}

const START_MS = 60_000
const NAME = 'club'
const OWNER = 'club_owner'
const FLEETING_MS = 400
/** A setting PostgreSQL only passes on: who started it. */
const MARK = 'club.started_by'
/** Another PostgreSQL is on its way out of the same folder; the next try will do. */
const PASSING = /lock file .* already exists|shared memory block .* is still in use/

/** Starts the real PostgreSQL below `dataDir/pg`, or uses the one that already runs there. */
export async function startEmbedded({
  dataDir,
  log,
  isServer,
  settings = {},
}: Options): Promise<EmbeddedDatabase> {
  const home = prepareHome(dataDir)
  const mark = randomUUID()
  let child: PostgresProcess | null = null
  let lock: ServerLock | null = null
  let isStopping = false

  async function ensureRunning(): Promise<void> {
    const deadline = Date.now() + START_MS
    for (;;) {
      const problem = await knock(home)
      if (problem === null) return
      if (isStopping) throw new Error('the embedded PostgreSQL is stopping')
      if (Date.now() > deadline) throw startFailure(child?.readOutput() || problem)
      if (child?.isOver() && !PASSING.test(child.readOutput()))
        throw startFailure(child.readOutput())
      if (!child || child.isOver()) {
        if (child) await sleep(150)
        ensureCluster(home)
        if (removeStalePidFile(home)) log.warn('removed a stale PostgreSQL pid file')
        child = spawnPostgres(home, { ...settings, [MARK]: mark })
      }
      await sleep(30)
    }
  }

  /** Brings PostgreSQL back for as long as this server lives. */
  async function recover(): Promise<void> {
    const reason = child ? findReason(child.readOutput()) : undefined
    log.error({ reason }, 'the embedded PostgreSQL went away and is being restarted')
    while (!isStopping) {
      try {
        // what the last one said must not be taken for the next one's words
        if (child?.isOver()) child = null
        await ensureRunning()
        lock = await takeServerLock(adminUrl, dataDir, () => void recover())
        log.info('the embedded PostgreSQL is back')
        return
      } catch (error) {
        if (isStopping) return
        log.error({ err: error }, 'the embedded PostgreSQL did not come back yet')
        await sleep(1000)
      }
    }
  }

  const stop = async () => {
    isStopping = true
    await lock?.release()
    await child?.stop()
  }
  const adminUrl = databaseUrl(home, SUPERUSER, 'postgres')
  try {
    await ensureRunning()
    if (isServer) {
      // another process's may be on its way out with a server that was killed, or belong to one
      // that starts at this very moment and must be the first to take the lock
      if (!(await isOurs(home, mark))) {
        await sleep(FLEETING_MS)
        await ensureRunning()
      }
      lock = await takeServerLock(adminUrl, dataDir, () => void recover())
    }
    await ensureDatabase(home)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: databaseUrl(home, NAME, NAME),
    ownerUrl: databaseUrl(home, OWNER, NAME),
    adminUrl,
    stop,
  }
}

const startFailure = (output: string) =>
  new SetupError(`The embedded PostgreSQL did not start: ${findReason(output)}`)

/** What is no reason; a start after another that failed hints at using a backup, where it may only lack room. */
const NO_REASON = /^.*LOG: {2}.*(\n.*(DETAIL|HINT): {2}.*)*/gm

function findReason(output: string): string {
  const lines = output
    .replace(NO_REASON, '')
    .split('\n')
    .filter((line) => /PANIC|FATAL|DETAIL|HINT|[Ee]rror/.test(line))
  const reason = (lines.length > 0 ? lines.slice(-3).join(' ') : output.slice(-300)).trim()
  return reason || 'it said nothing'
}

/** Null when PostgreSQL answers, else why it does not. */
async function knock(home: Home): Promise<string | null> {
  try {
    await withClient(databaseUrl(home, SUPERUSER, 'postgres'), (client) => client.query('select 1'))
    return null
  } catch (error) {
    return String(error)
  }
}

async function isOurs(home: Home, mark: string): Promise<boolean> {
  let found: string | null = null
  await withClient(databaseUrl(home, SUPERUSER, 'postgres'), async (client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      'select current_setting($1, true) as mark',
      [MARK],
    )
    found = rows[0]?.mark ?? null
  }).catch(() => {})
  return found === mark
}

/** The club's own roles and database, which are no superuser's: one owns the tables, one uses them. */
async function ensureDatabase(home: Home): Promise<void> {
  await withClient(databaseUrl(home, SUPERUSER, 'postgres'), async (client) => {
    for (const role of [NAME, OWNER]) {
      const { rows } = await client.query('select from pg_roles where rolname = $1', [role])
      if (rows.length === 0) await client.query(`create role ${role} login`).catch(ignoreExisting)
    }
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [NAME],
    )
    if (rows.length === 0)
      await client.query(`create database ${NAME} owner ${OWNER}`).catch(ignoreExisting)
    if (rows[0]?.owner === NAME) await changeOwner(home)
  })
}

/** Clubs from before there were two roles: the tables go to the owner, the job queue stays. */
async function changeOwner(home: Home): Promise<void> {
  await withClient(databaseUrl(home, SUPERUSER, NAME), async (client) => {
    await client.query(`
      do $$ declare thing record; begin
        for thing in
          select format('alter table %s owner to ${OWNER}', c.oid::regclass) as act
          from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          union all
          select format('alter function %s owner to ${OWNER}', f.oid::regprocedure)
          from pg_proc f where f.pronamespace = 'public'::regnamespace
        loop execute thing.act; end loop;
      end $$`)
    await client.query(`alter database ${NAME} owner to ${OWNER}`)
  })
}

function ignoreExisting(error: unknown): void {
  if (!/^(42710|42P04|23505)$/.test((error as { code?: string }).code ?? '')) throw error
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function databaseUrl({ socket }: Home, user: string, database: string): string {
  const url = new URL(`postgres://${user}@localhost/${database}`)
  url.searchParams.set('host', socket)
  url.searchParams.set('port', '5432')
  return url.href
}
