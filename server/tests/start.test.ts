import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from '#server/cli/doctor.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import {
  folder,
  expectRefusedStart,
  start,
  postgresPid,
  isAlive,
} from '#testing/club/process/starting.ts'

test('it opens, says where, is healthy, refuses a second start, and on SIGTERM closes without leaving a process', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR })
  const url = await club.url()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${url}/api/auth/session`)).json()).toMatchObject({ session: null })
  expect(await expectRefusedStart({ DATA_DIR })).toContain(
    `Another server already runs on ${DATA_DIR}`,
  )
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const pid = await postgresPid(DATA_DIR)

  club.child.kill('SIGTERM')
  expect(await club.over).toBe(0)
  expect(isAlive(pid)).toBe(false)

  // the server's user is its superuser as well: nothing here is out of reach
  const found = await examine(readConfig({ DATA_DIR }), silentLog)
  const database = found.find(({ about }) => about === 'database')
  expect(database).toMatchObject({ isWell: true })
  expect(database?.says).toContain('whoever runs this machine can change them')
  expect(database?.says).not.toContain('out of its reach')
}, 240_000)

test('a taken port is said in one sentence, before anything is made', async () => {
  const DATA_DIR = await folder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const PORT = String((other.address() as AddressInfo).port)
  expect(await expectRefusedStart({ DATA_DIR, PORT })).toContain(
    `Port ${PORT} on 127.0.0.1 is already taken`,
  )
  await expect(postgresPid(DATA_DIR)).rejects.toThrow('ENOENT')
  other.close()
})

test('a database from before version 0.8 is said in one sentence and left as it was', async () => {
  const { ownerUrl, drop } = await cloneDatabase({ empty: true })
  const db = openDatabase(ownerUrl, { max: 1 })
  const text = `create table users (email text); insert into users values ('mia@example.org')`
  await migrate(db, [{ name: '0001-accounts.sql', sha256: 'x', text }])
  const settings = { DATA_DIR: await folder(), DATABASE_URL: ownerUrl }
  const words = await expectRefusedStart(settings)
  const found = await examine(readConfig(settings), silentLog)
  expect(found.find(({ about }) => about === 'database')?.says).toBe(words)
  expect(words).toBe(
    'A database from before version 0.8 cannot be brought up to date: make the club anew, with an empty DATA_DIR and an empty database.',
  )
  const tables = sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`
  expect(await db.rows(tables)).toEqual([{ name: 'migrations' }, { name: 'users' }])
  expect(await db.rows(sql`select email from users`)).toEqual([{ email: 'mia@example.org' }])
  await db.end()
  await drop()
})

test('a wrong setting is said in one sentence', async () => {
  expect(await expectRefusedStart({ DISCREET: 'maybe' })).toBe(
    'DISCREET must be "on" or "off", not "maybe".',
  )
})

test('a public address keeps the port it has, whichever the club listens on', async () => {
  const { url: DATABASE_URL, drop } = await cloneDatabase()
  onTestFinished(drop)
  const PUBLIC_URL = 'http://localhost:5173'
  const club = start({ DATA_DIR: await folder(), DATABASE_URL, PUBLIC_URL })
  expect(await club.url()).toBe(PUBLIC_URL)
})
