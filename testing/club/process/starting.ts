// The club as an operator starts it, a process of its own told by its environment, and its database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'

const MAIN = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))

/** What `npm start` sets as well; without it every process compiles the club again. */
export const keptCode = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' }

/** A folder with a space and an umlaut in its name. */
export async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'club start ü-'))
  // a PostgreSQL whose server was killed may still be writing its last
  onTestFinished(() => rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return made
}

/** The real thing, as an operator starts it. */
export function start(settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      ...keptCode,
      PORT: '0',
      DRAIN_SECONDS: '0',
      ...settings,
    },
    // the channel over which `npm start` holds on to it
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let out = ''
  let words = ''
  const opened = Promise.withResolvers<string>()
  child.stdout?.on('data', (chunk) => (out += String(chunk)))
  child.stderr?.on('data', (chunk) => {
    words += String(chunk)
    const url = /(?:is open at|works on jobs;) (\S+?)(?:\/readyz)?\s/.exec(words)?.[1]
    if (url) opened.resolve(url)
  })
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
    /** Once it says where it is open, or how it is, however long that takes; it may make its database first. */
    url: () =>
      Promise.race([
        opened.promise,
        over.then(() => Promise.reject(new Error(`it ended: ${words}`))),
      ]),
  }
}

/** Starts what must not start. */
export async function expectRefusedStart(settings: Record<string, string>): Promise<string> {
  const club = start(settings)
  expect(await club.over).toBe(1)
  expect(club.words().split('\n')).toHaveLength(1)
  return club.words()
}

export const postgresPid = async (dataDir: string) =>
  Number.parseInt(await readFile(join(dataDir, 'pg/data/postmaster.pid'), 'utf8'), 10)

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Written by the owner, since the server's own role makes no tables. */
export async function writeNote({ ownerUrl }: { ownerUrl: string }, text: string): Promise<void> {
  const owner = openDatabase(ownerUrl)
  await owner.script(
    `create table notes as select '${text}' as text; grant select on notes to club`,
  )
  await owner.end()
}
