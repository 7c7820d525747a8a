import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, sql } from '#server/platform/database.ts'
import { cloneDatabase } from '#server/testing/cluster.ts'
import { operator } from '#server/testing/operator.ts'
import { rawLine } from '#server/testing/rawLine.ts'
import { until } from '#testing/until.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'club start ü-'))
  // a PostgreSQL whose server was killed may still be writing its last
  onTestFinished(() => rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return made
}

/** The real thing, as an operator starts it. */
function start(settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', PORT: '0', ...settings },
    // the channel over which `npm start` holds on to it
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let out = ''
  let words = ''
  child.stdout?.on('data', (chunk) => (out += String(chunk)))
  child.stderr?.on('data', (chunk) => (words += String(chunk)))
  const over = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await over
  })
  return {
    child,
    over,
    /** What it said to the person at the terminal. */
    words: () => words.trim(),
    log: () => out,
    async url() {
      const isOpen = () => /is open at (\S+)/.exec(words)?.[1]
      await Promise.race([
        expect.poll(isOpen).toBeDefined(),
        over.then(() => Promise.reject(new Error(`it ended: ${words}`))),
      ])
      return isOpen()!
    },
  }
}

/** Starts what must not start. */
async function refused(settings: Record<string, string>): Promise<string> {
  const club = start(settings)
  expect(await club.over).toBe(1)
  expect(club.words().split('\n')).toHaveLength(1)
  return club.words()
}

const postgresPid = async (dataDir: string) =>
  Number.parseInt(await readFile(join(dataDir, 'pg/data/postmaster.pid'), 'utf8'), 10)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('it opens, says where, is healthy, and on SIGTERM closes without leaving a process', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR })
  const url = await club.url()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/api/auth/session`)).json()).toMatchObject({ session: null })
  const pid = await postgresPid(DATA_DIR)

  club.child.kill('SIGTERM')
  expect(await club.over).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('when whatever started it is gone without a word, it closes', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR })
  await club.url()
  const pid = await postgresPid(DATA_DIR)
  club.child.disconnect()
  expect(await club.over).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('beside the build of the web app it makes its database ready, and opens when told', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR }, ['--site-follows'])
  await expect.poll(club.log).toContain('brought the database up to date')
  expect(club.words()).toBe('')
  club.child.send('built')
  expect((await fetch(`${await club.url()}/healthz`)).status).toBe(200)
})

test('a build that fails leaves nothing running beside it', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR }, ['--site-follows'])
  await expect.poll(club.log).toContain('brought the database up to date')
  const postgres = await postgresPid(DATA_DIR)
  club.child.disconnect()
  expect(await club.over).toBe(1)
  expect(isAlive(postgres)).toBe(false)
})

test('a connection that is kept open does not keep the club from closing', async () => {
  const club = start({ DATA_DIR: await folder() })
  // which does not let go of it by itself
  const line = rawLine(Number(new URL(await club.url()).port))
  line.ask('/healthz', { connection: 'keep-alive' })
  await until(() => line.heard().includes('alive'))
  club.child.kill('SIGINT')
  expect(await club.over).toBe(0)
  await line.closed
})

test('a second start on the same folder is refused in one sentence; the first goes on', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR })
  const url = await club.url()
  expect(await refused({ DATA_DIR })).toContain(`Another server already runs on ${DATA_DIR}`)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('killed without warning, it takes PostgreSQL with it and starts again as if nothing was', async () => {
  const DATA_DIR = await folder()
  const first = start({ DATA_DIR })
  await first.url()
  const pid = await postgresPid(DATA_DIR)
  first.child.kill('SIGKILL')
  const second = start({ DATA_DIR })
  expect((await fetch(`${await second.url()}/readyz`)).status).toBe(200)
  expect(isAlive(pid)).toBe(false)
})

test('killed in the middle of its very first start, the next one recovers', async () => {
  const DATA_DIR = await folder()
  // before PostgreSQL has its folder, and while it runs for the first time
  for (const sign of ['pg', 'pg/data/postmaster.pid']) {
    const cut = start({ DATA_DIR })
    await until(() => existsSync(join(DATA_DIR, sign)), { everyMs: 1 })
    cut.child.kill('SIGKILL')
    await cut.over
  }
  const club = start({ DATA_DIR })
  expect((await fetch(`${await club.url()}/readyz`)).status).toBe(200)
})

test('when PostgreSQL is killed the club stays and is ready again within moments', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR })
  const url = await club.url()
  const pid = await postgresPid(DATA_DIR)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => postgresPid(DATA_DIR).catch(() => pid)).not.toBe(pid)
  await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status)).toBe(200)
  expect(club.child.exitCode).toBeNull()
})

test('a taken port is said in one sentence, before anything is made', async () => {
  const DATA_DIR = await folder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const PORT = String((other.address() as AddressInfo).port)
  expect(await refused({ DATA_DIR, PORT })).toContain(`Port ${PORT} on 127.0.0.1 is already taken`)
  await expect(postgresPid(DATA_DIR)).rejects.toThrow('ENOENT')
  other.close()
})

test('a folder that cannot be written is said in one sentence', async () => {
  const file = join(await folder(), 'in the way')
  await writeFile(file, '')
  expect(await refused({ DATA_DIR: join(file, 'data') })).toContain('cannot be written (ENOTDIR)')
})

test('a database that cannot be reached is said in one sentence, without its password', async () => {
  const DATABASE_URL = 'postgres://club:secret@127.0.0.1:1/club'
  const words = await refused({ DATA_DIR: await folder(), DATABASE_URL })
  expect(words).toContain('DATABASE_URL cannot be reached (127.0.0.1:1/club: ECONNREFUSED)')
  expect(words).not.toContain('secret')
})

test('a database whose address has a bare # in its password is said in one sentence, without it', async () => {
  const DATABASE_URL = 'postgres://club:sec#ret@127.0.0.1:1/club'
  const words = await refused({ DATA_DIR: await folder(), DATABASE_URL })
  expect(words).toBe(
    'DATABASE_URL cannot be read; in its password write # as %23, / as %2F and ? as %3F.',
  )
})

test('a database newer than the code is said in one sentence and left alone', async () => {
  const { ownerUrl: url, drop } = await cloneDatabase()
  const db = openDatabase(url)
  await db.run(sql`insert into migrations (name, sha256) values ('9999-future.sql', 'f')`)
  const words = await refused({ DATA_DIR: await folder(), DATABASE_URL: url })
  expect(words).toContain('newer than this version of the club (it has 9999-future.sql)')
  await db.end()
  await drop()
})

test('a role that may not change the tables is told to name the one that may', async () => {
  const { url, drop } = await cloneDatabase({ empty: true })
  const words = await refused({ DATA_DIR: await folder(), DATABASE_URL: url })
  expect(words).toContain('name the role that does in DATABASE_OWNER_URL')
  await drop()
})

test('a wrong setting is said in one sentence', async () => {
  expect(await refused({ DISCREET: 'maybe' })).toBe('DISCREET must be "on" or "off", not "maybe".')
})

test('on https, whoever runs the club says who they are, or it does not open', async () => {
  const https = { PUBLIC_URL: 'https://club.example', ADMISSION: 'open', KEK_FILE: '/tmp/club.kek' }
  const { OPERATOR_PHONE: _, ...rest } = operator
  expect(await refused({ ...https, ...rest, OPERATOR_NAME: ' ', DATA_DIR: await folder() })).toBe(
    'PUBLIC_URL is https, so the law wants these of the operator, and they are not set: OPERATOR_NAME, OPERATOR_PHONE.',
  )
})

test('two servers that start at once share one database that is not embedded', async () => {
  const { url, ownerUrl, drop } = await cloneDatabase()
  const shared = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
  const clubs = [1, 2].map(async () => start({ DATA_DIR: await folder(), ...shared }))
  for (const club of await Promise.all(clubs))
    expect((await fetch(`${await club.url()}/readyz`)).status).toBe(200)
  for (const club of await Promise.all(clubs)) {
    club.child.kill('SIGTERM')
    expect(await club.over).toBe(0)
  }
  await drop()
})
