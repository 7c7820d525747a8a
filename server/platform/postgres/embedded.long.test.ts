import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, expect } from 'vitest'
import { folder, postgresPid } from '#testing/club/process/starting.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { startEmbedded } from './embedded.ts'
import { silentLog as log } from '#server/platform/process/log.ts'

test('a path too long for a socket is no obstacle', async () => {
  const dataDir = join(await folder(), 'a'.repeat(90))
  const embedded = await startEmbedded({ dataDir, log, isServer: false })
  const db = openDatabase(embedded.url)
  expect(await db.row(sql`select 1 as one`)).toEqual({ one: 1 })
  await db.end()
  await embedded.stop()
})

test('a second server on the same folder is refused, and the first notices nothing', async () => {
  const dataDir = await folder()
  const first = await startEmbedded({ dataDir, log, isServer: true })
  const pid = await postgresPid(dataDir)
  await expect(startEmbedded({ dataDir, log, isServer: true })).rejects.toThrow(
    'Another server already runs on',
  )
  expect(await postgresPid(dataDir)).toBe(pid)
  await first.stop()
})

test('two servers that start from nothing at once: one runs, one is refused, nothing is harmed', async () => {
  const dataDir = await folder()
  const results = await Promise.allSettled(
    [1, 2].map(() => startEmbedded({ dataDir, log, isServer: true })),
  )
  const running = results.filter((result) => result.status === 'fulfilled')
  expect(running).toHaveLength(1)
  const db = openDatabase(running[0]!.value.url)
  expect(await db.row(sql`select 1 as one`)).toEqual({ one: 1 })
  await db.end()
  await running[0]!.value.stop()
})

test('a tool shares what runs, and a server outlives the tool it borrowed from', async () => {
  const dataDir = await folder()
  const tool = await startEmbedded({ dataDir, log, isServer: false })
  const server = await startEmbedded({ dataDir, log, isServer: true })
  const other = await startEmbedded({ dataDir, log, isServer: false })
  expect(other.url).toBe(server.url)
  await other.stop()
  await tool.stop()

  const db = openDatabase(server.url)
  await expect.poll(() => db.row(sql`select 1 as one`).catch(() => null)).toEqual({ one: 1 })
  await db.end()
  await server.stop()
})

test('a first start that was cut off half-way is swept away', async () => {
  const dataDir = await folder()
  const litter = join(dataDir, 'pg/data.part999999999')
  await mkdir(litter, { recursive: true })
  await writeFile(join(litter, 'PG_VERSION'), '18')
  const embedded = await startEmbedded({ dataDir, log, isServer: false })
  await embedded.stop()
  expect(await readdir(join(dataDir, 'pg'))).not.toContain('data.part999999999')
})

test('a pid file whose number belongs to another program now is no obstacle', async () => {
  const dataDir = await folder()
  const embedded = await startEmbedded({ dataDir, log, isServer: false })
  const file = join(dataDir, 'pg/data/postmaster.pid')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await embedded.stop()
  await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'))
  const again = await startEmbedded({ dataDir, log, isServer: false })
  expect(await postgresPid(dataDir)).not.toBe(process.pid)
  await again.stop()
})

test('data it cannot run is refused with PostgreSQL’s own reason', async () => {
  const dataDir = await folder()
  const embedded = await startEmbedded({ dataDir, log, isServer: false })
  await embedded.stop()
  await writeFile(join(dataDir, 'pg/data/PG_VERSION'), '11\n')
  await expect(startEmbedded({ dataDir, log, isServer: true })).rejects.toThrow(
    /did not start: .*version 11/,
  )
})
