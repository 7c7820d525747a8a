import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { migrate, migrations } from '#server/platform/database/migrate.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { operator } from '#testing/club/operator.ts'
import { rawLine } from '#testing/club/rawLine.ts'
import {
  folder,
  isAlive,
  expectRefusedStart,
  postgresPid,
  start,
} from '#testing/club/process/starting.ts'
import { inTime, until } from '#testing/until.ts'

test('when whatever started it is gone without a word, it closes', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR })
  await club.url()
  const pid = await postgresPid(DATA_DIR)
  club.child.disconnect()
  expect(await club.over).toBe(0)
  expect(isAlive(pid)).toBe(false)
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

test('told to end by a balancer’s machine, it is not ready first and answers meanwhile; at a terminal it ends at once', async () => {
  const patient = { DRAIN_SECONDS: '2' }
  const club = start({ DATA_DIR: await folder(), ...patient })
  const url = await club.url()
  club.child.kill('SIGTERM')
  await expect
    .poll(() => fetch(`${url}/readyz`).then(({ status }) => status), { interval: 20 })
    .toBe(503)
  expect((await fetch(`${url}/api/auth/session`)).status).toBe(200)
  expect(await club.over).toBe(0)

  const other = start({ DATA_DIR: await folder(), DRAIN_SECONDS: '30' })
  await other.url()
  other.child.kill('SIGINT')
  expect(await other.over).toBe(0)
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

test('a database newer than the code is said in one sentence and left alone', async () => {
  const { ownerUrl: url, drop } = await cloneDatabase()
  const db = openDatabase(url)
  await db.run(sql`insert into migrations (name, sha256) values ('9999-future.sql', 'f')`)
  const words = await expectRefusedStart({ DATA_DIR: await folder(), DATABASE_URL: url })
  expect(words).toContain('newer than this version of the club (it has 9999-future.sql)')
  await db.end()
  await drop()
})

test('the way back: on a database to which a newer version only added the club opens again, within a minute', async () => {
  const { url: DATABASE_URL, ownerUrl, drop } = await cloneDatabase()
  const settings = { DATA_DIR: await folder(), DATABASE_URL }
  const before = start(settings)
  await before.url()
  before.child.kill('SIGTERM')
  expect(await before.over).toBe(0)
  const owner = openDatabase(ownerUrl)
  const more = { name: '9999-more.sql', sha256: 'm', text: 'create table more (id int)' }
  expect(await migrate(owner, [...(await migrations()), more])).toEqual([more.name])
  await owner.end()

  const back = start(settings)
  const url = await inTime(back.url(), { what: 'the version before', withinMs: 60_000 })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  back.child.kill('SIGTERM')
  expect(await back.over).toBe(0)
  await drop()
})

test('a role that may not change the tables is told to name the one that may', async () => {
  const { url, drop } = await cloneDatabase({ empty: true })
  const words = await expectRefusedStart({ DATA_DIR: await folder(), DATABASE_URL: url })
  expect(words).toContain('name the role that does in DATABASE_OWNER_URL')
  await drop()
})

test('two servers that start at once share one database that is not embedded', async () => {
  const { url, ownerUrl, drop } = await cloneDatabase()
  const shared = { DATA_DIR: await folder(), DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
  const clubs = [1, 2].map(async () => start(shared))
  for (const club of await Promise.all(clubs))
    expect((await fetch(`${await club.url()}/readyz`)).status).toBe(200)
  for (const club of await Promise.all(clubs)) {
    club.child.kill('SIGTERM')
    expect(await club.over).toBe(0)
  }
  await drop()
})

test('a folder that cannot be written is said in one sentence', async () => {
  const file = join(await folder(), 'in the way')
  await writeFile(file, '')
  expect(await expectRefusedStart({ DATA_DIR: join(file, 'data') })).toContain(
    'cannot be written (ENOTDIR)',
  )
})

test('a database that cannot be reached is said in one sentence, without its password', async () => {
  const DATABASE_URL = 'postgres://club:secret@127.0.0.1:1/club'
  const words = await expectRefusedStart({ DATA_DIR: await folder(), DATABASE_URL })
  expect(words).toContain('DATABASE_URL cannot be reached (127.0.0.1:1/club: ECONNREFUSED)')
  expect(words).not.toContain('secret')
})

test('a database whose address has a bare # in its password is said in one sentence, without it', async () => {
  const DATABASE_URL = 'postgres://club:sec#ret@127.0.0.1:1/club'
  const words = await expectRefusedStart({ DATA_DIR: await folder(), DATABASE_URL })
  expect(words).toBe(
    'DATABASE_URL cannot be read; in its password write # as %23, / as %2F, ? as %3F and % as %25.',
  )
})

test('on https the operator has to be named, or the club does not open', async () => {
  const https = {
    PUBLIC_URL: 'https://club.example',
    ADMISSION: 'open',
    KEK_FILE: '/tmp/club.kek',
    SMTP_URL: 'smtps://mail.example',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const { OPERATOR_PHONE: _, ...rest } = operator
  expect(
    await expectRefusedStart({ ...https, ...rest, OPERATOR_NAME: ' ', DATA_DIR: await folder() }),
  ).toBe(
    'PUBLIC_URL is https, so the law wants these of the operator, and they are not set: OPERATOR_NAME, OPERATOR_PHONE.',
  )
})
