import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test, expect } from 'vitest'
import { folder, postgresPid, isAlive, writeNote } from '#testing/club/process/starting.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { startEmbedded } from './embedded.ts'
import { openLog, silentLog as log } from '#server/platform/process/log.ts'

test('it starts from nothing, keeps what was written, and leaves no process', async () => {
  const dataDir = await folder()
  const first = await startEmbedded({ dataDir, log, isServer: true })
  await writeNote(first, 'kept')
  const db = openDatabase(first.url)
  expect(
    await db.row(sql`
      select current_user as who, current_database() as what,
        current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as network,
        (select rolsuper from pg_roles where rolname = current_user) as may_all`),
  ).toEqual({ who: 'club', what: 'club', checksums: 'on', network: '', mayAll: false })
  const pid = await postgresPid(dataDir)
  await db.end()
  await first.stop()
  expect(isAlive(pid)).toBe(false)

  const second = await startEmbedded({ dataDir, log, isServer: true })
  const again = openDatabase(second.url)
  expect(await again.row(sql`select text from notes`)).toEqual({ text: 'kept' })
  await again.end()
  await second.stop()
})

test('nobody else may look into its folders', async () => {
  const dataDir = await folder()
  const embedded = await startEmbedded({ dataDir, log, isServer: false })
  const socket = new URL(embedded.url).searchParams.get('host')!
  for (const path of [join(dataDir, 'pg'), join(dataDir, 'pg/data'), socket])
    expect((await stat(path)).mode & 0o077).toBe(0)
  await embedded.stop()
})

test('when PostgreSQL is killed it is back within moments, and the pool finds it', async () => {
  const dataDir = await folder()
  const embedded = await startEmbedded({ dataDir, log, isServer: true })
  await writeNote(embedded, 'safe')
  const db = openDatabase(embedded.url)

  for (let round = 0; round < 3; round += 1) {
    const pid = await postgresPid(dataDir)
    process.kill(pid, 'SIGKILL')
    // its children may still answer for a moment
    await expect.poll(() => postgresPid(dataDir).catch(() => pid)).not.toBe(pid)
    await expect
      .poll(() => db.row(sql`select text from notes`).catch(() => null))
      .toEqual({ text: 'safe' })
  }
  await db.end()
  const pid = await postgresPid(dataDir)
  await embedded.stop()
  expect(isAlive(pid)).toBe(false)
})

test('the log tells that PostgreSQL went away, and quotes nothing a statement had in it', async () => {
  const dataDir = await folder()
  const out = new PassThrough()
  let output = ''
  out.setEncoding('utf8').on('data', (line) => (output += line))
  const embedded = await startEmbedded({ dataDir, log: openLog('info', out), isServer: true })
  const db = openDatabase(embedded.url)
  const detail = 'Key (email)=(mia@example.org) already exists.'
  await expect(
    db.script(`do $$ begin raise 'refused' using detail = '${detail}'; end $$`),
  ).rejects.toThrow('refused')
  process.kill(await postgresPid(dataDir), 'SIGKILL')
  await expect.poll(() => output).toContain('is back')
  expect(output).toContain('went away')
  expect(output).not.toContain('mia@example.org')
  await db.end()
  await embedded.stop()
})
