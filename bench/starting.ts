// From `npm start` to the first page, with the packages installed.
import { spawn, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, cp, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../scripts/lock.js'
import { atMost, median, ROUNDS, table, type Figure } from './tools/figures.ts'
import { readResidentKib } from './tools/server.ts'

const KNOCK_MS = 10
const MAX_START_MS = 60_000
/** Until what the start left behind has settled. */
const IDLE_AFTER_MS = 5_000

export async function starting(): Promise<Figure[]> {
  const seconds = { unbuilt: [] as number[], cold: [] as number[], warm: [] as number[] }
  const idle: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { folder, remove } = await cloneHere()
    const data = await mkdtemp(join(tmpdir(), 'club-start-'))
    seconds.unbuilt.push(await start(folder, join(data, 'first'), () => packed(folder)))
    seconds.cold.push(await start(folder, join(data, 'second')))
    const hearIdle = async (pid: number) => void idle.push((await idleKib(pid)) / 1024)
    seconds.warm.push(await start(folder, join(data, 'second'), hearIdle))
    await rm(data, { recursive: true, force: true })
    await remove()
  }
  const rows = [
    ['new data folder, web app not built yet', `${median(seconds.unbuilt).toFixed(2)} s`],
    ['new data folder, web app built', `${median(seconds.cold).toFixed(2)} s`],
    ['started before', `${median(seconds.warm).toFixed(2)} s`],
    ['memory of the idle server process', `${median(idle).toFixed(0)} MiB`],
  ]
  console.log(table(['starting', ''], rows))
  return [
    atMost('cold start, building the web app', median(seconds.unbuilt), { unit: 's', floor: 6 }),
    atMost('cold start, web app built', median(seconds.cold), { unit: 's', floor: 6 }),
    atMost('warm start', median(seconds.warm), { unit: 's', floor: 1.5 }),
    atMost('idle memory of the server process', median(idle), { unit: 'MiB', digits: 0 }),
  ]
}

/** The built web app is packed once the club is open. */
async function packed(folder: string): Promise<void> {
  const until = performance.now() + MAX_START_MS
  while (!existsSync(join(folder, 'dist/.packed-from'))) {
    if (performance.now() > until) throw new Error('the web app was not packed')
    await sleep(KNOCK_MS)
  }
}

async function idleKib(pid: number): Promise<number> {
  await sleep(IDLE_AFTER_MS)
  const server = family(pid).find(({ command }) => /node\S* .*server\/main\.ts/.test(command))
  return server ? readResidentKib(server.pid) : Number.NaN
}

/** Seconds until the landing page came; what is left to do with the open club is `then`, before it is stopped. */
async function start(
  folder: string,
  dataDir: string,
  then?: (pid: number) => Promise<void>,
): Promise<number> {
  const port = await freePort()
  const from = performance.now()
  // a group of its own, as a terminal would give it, to be stopped as a whole
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    detached: true,
  })
  const gone = once(npm, 'exit')
  try {
    while (!(await answers(`http://127.0.0.1:${port}/`))) {
      if (performance.now() - from > MAX_START_MS || npm.exitCode !== null)
        throw new Error('npm start did not get to a first page')
      await sleep(KNOCK_MS)
    }
    const seconds = (performance.now() - from) / 1000
    await then?.(npm.pid!)
    return seconds
  } finally {
    const members = family(npm.pid!)
    process.kill(-npm.pid!, 'SIGTERM')
    await gone
    while (members.some(({ pid, command }) => /postgres|main\.ts/.test(command) && isAlive(pid)))
      await sleep(KNOCK_MS)
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (page) => page.status === 200 && (await page.text()).includes('</html>'),
    () => false,
  )

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const NOT_COPIED = /^(\..+|node_modules|dist.*|bench|checks|e2e|docs)$/

/** A copy of this repository with its packages and nothing built, to start as a newcomer would. */
async function cloneHere(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'club-clone-'))
  const here = process.cwd()
  await cp(here, folder, {
    recursive: true,
    filter: (from) => from === here || !NOT_COPIED.test(basename(from)),
  })
  await symlink(join(here, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Everything a process started, itself included. */
function family(pid: number): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const all = lines.flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)
    return found ? [{ pid: Number(found[1]), parent: Number(found[2]), command: found[3]! }] : []
  })
  const inside = new Set([pid])
  for (let size = 0; size !== inside.size;) {
    size = inside.size
    for (const one of all) if (inside.has(one.parent)) inside.add(one.pid)
  }
  return all.filter((one) => inside.has(one.pid))
}
