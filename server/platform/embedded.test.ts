import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test, expect } from 'vitest'
import { openDatabase, sql } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { silentLog as log } from './log.ts'

/** A folder with a space, an umlaut and a length no socket's path could have. */
async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'club embedded ü-'))
  // a PostgreSQL whose server was killed may still be writing its last
  onTestFinished(() => rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return made
}

const pidOf = async (dataDir: string) =>
  Number.parseInt(await readFile(join(dataDir, 'pg/data/postmaster.pid'), 'utf8'), 10)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Written by the owner, since the server's own role makes no tables. */
async function note({ ownerUrl }: { ownerUrl: string }, text: string): Promise<void> {
  const owner = openDatabase(ownerUrl)
  await owner.script(
    `create table notes as select '${text}' as text; grant select on notes to club`,
  )
  await owner.end()
}

test('it starts from nothing, keeps what was written, and leaves no process', async () => {
  const dataDir = await folder()
  const first = await startEmbedded({ dataDir, log, isServer: true })
  await note(first, 'kept')
  const db = openDatabase(first.url)
  expect(
    await db.row(sql`
      select current_user as who, current_database() as what,
        current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as network,
        (select rolsuper from pg_roles where rolname = current_user) as may_all`),
  ).toEqual({ who: 'club', what: 'club', checksums: 'on', network: '', mayAll: false })
  const pid = await pidOf(dataDir)
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

test('a path too long for a socket is no obstacle', async () => {
  const dataDir = join(await folder(), 'a'.repeat(90))
  const embedded = await startEmbedded({ dataDir, log, isServer: false })
  const db = openDatabase(embedded.url)
  expect(await db.row(sql`select 1 as one`)).toEqual({ one: 1 })
  await db.end()
  await embedded.stop()
})

test('when PostgreSQL is killed it is back within moments, and the pool finds it', async () => {
  const dataDir = await folder()
  const embedded = await startEmbedded({ dataDir, log, isServer: true })
  await note(embedded, 'safe')
  const db = openDatabase(embedded.url)

  for (let round = 0; round < 3; round += 1) {
    const pid = await pidOf(dataDir)
    process.kill(pid, 'SIGKILL')
    // its children may still answer for a moment
    await expect.poll(() => pidOf(dataDir).catch(() => pid)).not.toBe(pid)
    await expect
      .poll(() => db.row(sql`select text from notes`).catch(() => null))
      .toEqual({ text: 'safe' })
  }
  await db.end()
  const pid = await pidOf(dataDir)
  await embedded.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a second server on the same folder is refused, and the first notices nothing', async () => {
  const dataDir = await folder()
  const first = await startEmbedded({ dataDir, log, isServer: true })
  const pid = await pidOf(dataDir)
  await expect(startEmbedded({ dataDir, log, isServer: true })).rejects.toThrow(
    'Another server already runs on',
  )
  expect(await pidOf(dataDir)).toBe(pid)
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
  expect(await pidOf(dataDir)).not.toBe(process.pid)
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
