import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { folder, start } from '#testing/club/process/starting.ts'
import { until } from '#testing/until.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const OWNER = 'DATABASE_OWNER_URL'
const OWNER_FILE = `${OWNER}_FILE`
const isLinux = process.platform === 'linux'

/** The settings a process was started with, as anybody of its user can read them; the names alone. */
const settingsOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((one) => one.split('=')[0])

async function ownedDatabase(options: { empty?: boolean } = {}) {
  const made = await cloneDatabase(options)
  onTestFinished(made.drop)
  return { DATABASE_URL: made.url, DATABASE_OWNER_URL: made.ownerUrl }
}

test.runIf(isLinux).each([OWNER, OWNER_FILE])(
  'a server that was given the owner by %s migrates, and serves without it under the same number',
  async (name) => {
    const { [OWNER]: owner, ...served } = await ownedDatabase({ empty: true })
    const file = join(await folder(), 'owner')
    await writeFile(file, owner)
    const settings = { ...served, [name]: name === OWNER ? owner : file }
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: '/usr/bin:/bin', PORT: '0', DATA_DIR: await folder(), ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const over = once(child, 'exit')
    onTestFinished(async () => void (child.kill('SIGKILL'), await over))
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (more) => (words += String(more)))
    const isOpen = () => /is open at (\S+)/.exec(words)?.[1]
    await until(isOpen, { what: 'an open club', withinMs: 50_000 })
    const names = await settingsOf(child.pid!)
    expect(names).toContain('DATABASE_URL')
    expect(names).not.toContain(name)
    expect((await fetch(`${isOpen()!}/readyz`)).status).toBe(200)
  },
)

test.runIf(isLinux)(
  'where somebody holds on to it over a channel, another process serves, without the owner',
  async () => {
    const settings = await ownedDatabase()
    const club = start({ DATA_DIR: await folder(), ...settings })
    expect((await fetch(`${await club.url()}/readyz`)).status).toBe(200)
    const db = openDatabase(settings.DATABASE_OWNER_URL)
    const { role } = (await db.row<{ role: string }>(sql`
    select usename::text as role from pg_stat_activity where application_name = 'club listening'
      and datname = current_database()`))!
    await db.end()
    expect(role).toBe(new URL(settings.DATABASE_URL).username)
    const children = await readFile(
      `/proc/${club.child.pid}/task/${club.child.pid}/children`,
      'utf8',
    )
    for (const pid of children.trim().split(' '))
      expect(await settingsOf(Number(pid))).not.toContain(OWNER)
    club.child.kill('SIGTERM')
    expect(await club.over).toBe(0)
  },
)
