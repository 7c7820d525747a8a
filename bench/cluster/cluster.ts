// All parts of a club on several machines, on this one: each can be killed, stopped and replaced.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { openPair } from '#testing/club/database/standby.ts'
import { openLedPort } from '#testing/club/ledPort.ts'
import { openProxy } from '#testing/club/process/proxy.ts'
import { freePort } from '#testing/club/process/serverProcess.ts'
import { hasNatsServer, startNatsServer } from '#testing/nats/natsServer.ts'
import { openNats } from '#testing/nats/nats.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { ROOT } from '../../scripts/places.js'
import { startServer, type Measured } from '../tools/server.ts'
import { hasHaproxy, startHaproxy } from './haproxy.ts'
import type { OlderRelease } from './olderRelease.ts'
import { spreadMembers } from './rooms.ts'

const WEBS = 3

type Balancer = Omit<Awaited<ReturnType<typeof openProxy>>, 'add'> & {
  add: (url: string) => Promise<void> | void
}
const openBalancer: (at: { port: number }) => Promise<Balancer> = hasHaproxy()
  ? startHaproxy
  : openProxy

const portOf = (url: string) => Number(new URL(url).port)

/** `nats-server` where it is installed; else a small one of our own, which cannot be stopped for a while. */
async function openNatsProcess() {
  if (!hasNatsServer()) {
    const own = await openNats()
    return { url: own.url, kill: own.leave, start: own.comeBack, pid: () => null, close: own.leave }
  }
  let server = await startNatsServer()
  const way = await openLedPort(portOf(server.url))
  return {
    url: `nats://127.0.0.1:${way.port}`,
    async kill() {
      process.kill(server.pid, 'SIGKILL')
    },
    async start() {
      server = await startNatsServer()
      way.lead(portOf(server.url))
    },
    pid: () => server.pid,
    async close() {
      way.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** A store whose disk outlives it: while it is away, its port leads nowhere. */
async function openStore() {
  const objects = await openObjects()
  const port = portOf(objects.address.endpoint)
  const way = await openLedPort(port)
  return {
    objects: objects.objects,
    ownUrl: objects.url,
    url: objects.url.replace(`:${port}/`, `:${way.port}/`),
    leave: () => way.lead(null),
    comeBack: () => way.lead(port),
    async close() {
      way.close()
      await objects[Symbol.asyncDispose]()
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** On a copy of the database in `seed`; of an older release, files lie in a folder, as they did before there were buckets. */
export async function openCluster(seed: string, older?: OlderRelease) {
  const folder = mkdtempSync(join(tmpdir(), 'club-cluster-'))
  const dropFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', dropFolder)
  // PostgreSQL runs as somebody else where we are root, and has to enter
  chmodSync(folder, 0o755)
  for (const name of ['pair', 'shared']) mkdirSync(join(folder, name))
  const pair = await openPair(join(folder, 'pair'), { seed })
  await spreadMembers(pair.admin)
  const [nats, store] = [await openNatsProcess(), await openStore()]
  const proxyPort = await freePort()
  let proxy = await openBalancer({ port: proxyPort })

  const dataDir = join(folder, 'shared')
  const files = join(dataDir, 'files')
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: pair.url,
    DATABASE_OWNER_URL: pair.ownerUrl,
    ...(!older && { FILES_URL: store.url }),
    NATS_URL: nats.url,
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: '127.0.0.1/32',
    LIMITS_FACTOR: '100000',
    LOG_LEVEL: 'silent',
  }
  async function start(role: 'web' | 'worker', root: string): Promise<Measured> {
    // what it says of itself is the proxy's address
    const port = await freePort()
    const main = join(root, 'server/main.ts')
    const server = await startServer(main, [], { ...settings, PORT: String(port), ROLE: role })
    return { ...server, port }
  }
  /** A command of `npm run club`, which says what is wrong when it fails. */
  const command = (args: string[], more: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'server/cli/club.ts'), ...args], {
      env: { ...process.env, ...settings, ...more },
    })
  const urlOf = ({ port }: Measured) => `http://127.0.0.1:${port}`
  const webs: Measured[] = []
  async function addWeb(root: string): Promise<Measured> {
    const web = await start('web', root)
    webs.push(web)
    await proxy.add(urlOf(web))
    return web
  }
  const removeWeb = (web: Measured) => void webs.splice(webs.indexOf(web), 1)

  // one after the other: the first makes the keys that all share
  const root = older?.root ?? ROOT
  while (webs.length < WEBS) await addWeb(root)
  let worker = await start('worker', root)
  await proxy.untilReady(WEBS)

  return {
    pair,
    nats,
    store,
    url: proxy.url,
    /** As they are now. */
    listWebs: (): readonly Measured[] => webs.slice(),
    urlOf,
    untilReady: (count = WEBS) => proxy.untilReady(count),
    /** Dead, and another one begins. */
    async replaceKilledWeb(web: Measured) {
      process.kill(web.pid, 'SIGKILL')
      removeWeb(web)
      await addWeb(root)
      await proxy.untilReady(WEBS)
    },
    older: older ?? null,
    /** Each process by one of another release, which is ready before the one it replaces is told to end. */
    async release(to: string) {
      for (const web of webs.slice()) {
        await addWeb(to)
        await proxy.untilReady(WEBS + 1)
        removeWeb(web)
        await web.stop()
      }
      const last = worker
      worker = await start('worker', to)
      await last.stop()
    },
    migrate: () => command(['migrate']),
    /** What lies in the store of files, or in the folder. */
    listFiles: (): string[] =>
      older
        ? readdirSync(files, { recursive: true, withFileTypes: true })
            .filter((one) => one.isFile())
            .map(({ parentPath, name }) => relative(files, join(parentPath, name)))
        : [...store.objects.keys()],
    /** Answers the folder of the backup. */
    async backUp() {
      const backups = join(folder, 'backups')
      await command(['backup', '--to', backups])
      const [made = ''] = readdirSync(backups).filter((name) => name.startsWith('club-'))
      return join(backups, made)
    },
    /** The backup takes the place of database and files below processes that go on. */
    async restore(backup: string) {
      const [name, again] = ['restored', join(folder, 'restored')]
      // so that nobody puts a file where those of the backup come
      store.leave()
      store.objects.clear()
      const { url, ownerUrl } = await pair.addDatabase(name)
      await command(['restore', backup], {
        DATABASE_URL: url,
        DATABASE_OWNER_URL: ownerUrl,
        DATA_DIR: again,
        KEK_FILE: join(dataDir, 'keys/kek'),
        FILES_URL: store.ownUrl,
      })
      await pair.exchange(name)
      store.comeBack()
    },
    async replaceKilledWorker() {
      process.kill(worker.pid, 'SIGKILL')
      worker = await start('worker', root)
    },
    /** Every line through it ends; another one listens there and knows nothing yet. */
    async replaceProxy() {
      await proxy[Symbol.asyncDispose]()
      proxy = await openBalancer({ port: proxyPort })
      for (const web of webs) await proxy.add(urlOf(web))
    },
    async close() {
      await proxy[Symbol.asyncDispose]()
      for (const { pid } of [...webs, worker]) process.kill(pid, 'SIGKILL')
      for (const part of [nats, store, pair]) await part.close()
      process.off('exit', dropFolder)
      dropFolder()
    },
  }
}
