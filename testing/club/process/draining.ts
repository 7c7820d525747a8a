import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { callUrl } from '#testing/club/call.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { allPosts, joinClub } from './killing.ts'
import { openProxy } from './proxy.ts'
import { openServer } from './serverProcess.ts'

const SLUG = 'tresen'

type Load = {
  writers: number
  readers: number
  streams: number
  drainSeconds: number
  openBefore?: () => Promise<Proxy>
}
type Proxy = {
  url: string
  add(server: string): void
  untilReady(count: number): Promise<unknown>
  [Symbol.asyncDispose](): Promise<void>
}

/** Two servers of one club behind a proxy, with members who write, read and listen all the time. */
export async function openDraining({
  writers,
  readers,
  streams,
  drainSeconds,
  openBefore = openProxy,
}: Load) {
  const { url: DATABASE_URL, drop } = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'club-drain-'))
  const proxy = await openBefore()
  const env = { DATABASE_URL, PUBLIC_URL: proxy.url, DRAIN_SECONDS: String(drainSeconds) }
  const servers = await Promise.all([openServer({ env, dataDir }), openServer({ env, dataDir })])
  for (const { url } of servers) proxy.add(url)
  await proxy.untilReady(2)
  const cookie = await joinClub(proxy.url)
  const room = { params: { slug: SLUG } }
  await callUrl(proxy.url, cookie, enterRoom, room)

  const over = new AbortController()
  const failed: unknown[] = []
  const acknowledged: string[] = []
  let answers = 0
  const keep = async (ask: () => Promise<{ ok: boolean; code?: string }>) => {
    while (!over.signal.aborted) {
      const answer = await ask().catch((error: Error) => ({ ok: false, code: error.message }))
      answers += 1
      if (!answer.ok) failed.push(answer.code)
    }
  }
  const write = async () => {
    const body = { id: uuid(), text: `good evening ${answers}` }
    const made = await callUrl(proxy.url, cookie, createPost, { ...room, body })
    if (made.ok) acknowledged.push(body.id)
    return made
  }
  const read = () => callUrl(proxy.url, cookie, listPosts, { ...room, query: {} })
  /** When each stream ended, and how many are open. */
  const ends: number[] = []
  let open = 0
  const listen = async () => {
    while (!over.signal.aborted) {
      const line = await follow(proxy.url, cookie).catch(() => null)
      if (!line) {
        failed.push('a stream was refused')
        continue
      }
      const hangUp = () => line.close()
      over.signal.addEventListener('abort', hangUp)
      open += 1
      await line.closed
      open -= 1
      ends.push(performance.now())
      over.signal.removeEventListener('abort', hangUp)
    }
  }
  const all = [
    ...Array.from({ length: writers }, () => keep(write)),
    ...Array.from({ length: readers }, () => keep(read)),
    ...Array.from({ length: streams }, listen),
  ]
  await until(() => open === streams, { what: 'all streams open' })

  return {
    servers,
    proxy,
    cookie,
    failed,
    /** Until so many more answers have come. */
    async untilMore(more: number) {
      const wanted = answers + more
      await until(() => answers >= wanted, { what: 'more answers' })
    },
    /** Ends a server under load; answers over how many milliseconds its streams ended, and how many did. */
    async end(at: 0 | 1) {
      ends.length = 0
      await servers[at].stop()
      await until(() => open === streams, { what: 'all streams back' })
      return { ended: ends.length, overMs: Math.max(...ends) - Math.min(...ends) }
    },
    /** Every acknowledged post is there once. */
    async expectAll() {
      over.abort()
      await Promise.all(all)
      const stored = (await allPosts(proxy.url, cookie, SLUG)).map(({ id }) => id)
      expect(new Set(stored).size).toBe(stored.length)
      expect(acknowledged.length).toBeGreaterThan(0)
      expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([])
    },
    async [Symbol.asyncDispose]() {
      over.abort()
      await Promise.all(all)
      for (const server of servers) await server.kill()
      await proxy[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
      await drop()
    },
  }
}
