import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { access, chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serial } from '#testing/random.ts'
import { inTime } from '#testing/until.ts'
import { keptCode } from './starting.ts'
import nodeOptions from '../../../server/nodeOptions.json' with { type: 'json' }

const MAIN = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))
const COLLECT = fileURLToPath(new URL('collect.ts', import.meta.url))
const START_MS = 60_000

/**
 * Lets its memory be measured, and ends it where a library warns of what it will no longer do; otherwise it is
 * started as `npm start` does it.
 */
const WATCHED = ['--expose-gc', '--import', COLLECT, '--throw-deprecation']

type Options = {
  env?: Record<string, string>
  /** An existing data folder, which is then not removed. */
  dataDir?: string
}

export type ServerProcess = Awaited<ReturnType<typeof openServer>>

/** The real server as a process of its own, with its own data folder, port and PostgreSQL. */
export async function openServer({ env = {}, dataDir: given }: Options = {}) {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'club-server-')))
  if (!given && !env['DATABASE_URL']) await layFirstStart(dataDir, startAndStop)
  // PostgreSQL runs as another user when we are root
  if (!given) await chmod(dataDir, 0o755)
  const port = await freePort()
  const environment = {
    PATH: process.env['PATH'] ?? '',
    ...keptCode,
    PORT: String(port),
    DATA_DIR: dataDir,
    EMAIL_CONFIRMATION: 'off',
    LIMITS_FACTOR: '1000',
    // no balancer has to hear of its end
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'info',
    ...env,
  }
  let child: ChildProcess | null = null
  let output = ''

  async function start(): Promise<void> {
    output = ''
    const started = spawn(process.execPath, [...nodeOptions, ...WATCHED, MAIN], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    const ready = Promise.withResolvers<void>()
    const onOutput = (words: string) => {
      output = (output + words).slice(-20_000)
      if (output.includes('"msg":"ready"')) ready.resolve()
    }
    started.stdout?.setEncoding('utf8').on('data', onOutput)
    started.stderr?.setEncoding('utf8').on('data', onOutput)
    started.on('exit', (code) => ready.reject(new Error(`ended with ${code}: ${output}`)))
    try {
      await inTime(ready.promise, { what: () => `a start; it said ${output}`, withinMs: START_MS })
    } catch (error) {
      started.kill('SIGKILL')
      throw error
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill(signal)
    await once(ending, 'exit')
  }

  const databaseAs = (role: string) =>
    `postgres://${role}@localhost/club?host=${encodeURIComponent(join(dataDir, 'pg', 'run'))}&port=5432`

  await start()
  return {
    /** By name, because the club's links and origin are. */
    url: `http://localhost:${port}`,
    dataDir,
    pid: () => child?.pid ?? 0,
    /**
     * Bytes after a collection: what its objects and buffers hold, and what it occupies of the machine's
     * memory, in which the system's allocator keeps for the next crowd what it once took for one.
     */
    async measureMemory(): Promise<{ held: number; resident: number }> {
      if (!child?.pid) throw new Error('no server runs')
      const collected = once(child, 'message') as Promise<[NodeJS.MemoryUsage]>
      process.kill(child.pid, 'SIGUSR2')
      const [memory] = await inTime(collected, { what: 'a collection' })
      return { held: memory.heapUsed + memory.external, resident: memory.rss }
    },
    databaseUrl: databaseAs('club'),
    /** The settings of another process of the same club. */
    sharing: {
      DATABASE_URL: databaseAs('club'),
      DATABASE_OWNER_URL: databaseAs('club_owner'),
      DATA_DIR: dataDir,
    },
    /** What it has said since its last start. */
    readOutput: () => output,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    killDatabase: () => killPostgres(join(dataDir, 'pg', 'data')),
    async [Symbol.asyncDispose]() {
      await end('SIGTERM')
      if (!given) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startAndStop(dataDir: string): Promise<void> {
  await chmod(dataDir, 0o755)
  const server = await openServer({ dataDir })
  await server.stop()
}

/**
 * Below the ports that systems hand out for outgoing connections: while the server is down, one of
 * those would sooner or later sit on its port, a client's connection to itself included.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    // far from those of the other processes that run tests
    const port = 10_500 + ((process.pid * 100 + serial()) % 21_500)
    const trial = createServer().listen(port, '127.0.0.1')
    const isFree = await once(trial, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((resolve) => trial.close(resolve))
    return port
  }
}

/** As if the machine had lost it: the first process before those it watches over. */
async function killPostgres(data: string): Promise<void> {
  const [line = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  const postmaster = Number(line)
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // gone by itself
    }
  }
}

function childrenOf(parent: number): number[] {
  const table =
    process.platform === 'linux'
      ? readdirSync('/proc').filter(Number).map(parentInProc)
      : execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  return table
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, of]) => of === parent)
    .map(([pid = 0]) => pid)
}

/** As `ps` would say it, which not every container has. */
function parentInProc(pid: string): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return ''
  }
}

/**
 * What the first start of a club leaves in its data folder, made once for all tests of a run: to make a database takes
 * two thirds of a first start. A run has a folder of its own for what it throws away; where it has not, nothing is kept.
 */
const findStored = (): string | null =>
  process.env['TMPDIR']?.includes('club-scratch-') ? join(tmpdir(), 'first-start') : null

/** Fills a data folder with what a first start leaves there, which `startAndStop` makes in a folder it is given. */
async function layFirstStart(
  dataDir: string,
  startAndStop: (dataDir: string) => Promise<void>,
): Promise<void> {
  const folder = findStored()
  if (!folder) return
  if (!(await isThere(folder))) await keep(folder, startAndStop)
  await copy(folder, dataDir)
}

async function keep(folder: string, startAndStop: (dataDir: string) => Promise<void>) {
  const made = await mkdtemp(`${folder}-`)
  await startAndStop(made)
  // another worker may have been quicker
  await rename(made, folder).catch(() => rm(made, { recursive: true }))
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** With owners and rights, since the database belongs to a user of its own where we are root. */
const copy = async (from: string, to: string) => promisify(execFile)('cp', ['-a', `${from}/.`, to])
