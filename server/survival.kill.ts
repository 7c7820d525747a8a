import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { logOutEverywhere } from '#contract/auth.ts'
import { createPost } from '#contract/posts.ts'
import { enterRoom } from '#contract/rooms.ts'
import { callAt } from '#server/testing/call.ts'
import { follow } from '#server/testing/follow.ts'
import { allPosts, joinClub, keepPosting, watch } from '#server/testing/killing.ts'
import { openServer } from '#server/testing/serverProcess.ts'

const SLUG = 'tresen'
const KILLS = 20
const WRITERS = 8
const VICTIMS = ['server', 'database', 'server', 'database', 'server and database']

test(
  'whatever is killed under a stream of posts, no acknowledged post is lost and none is there twice',
  { timeout: 240_000 },
  async () => {
    await using server = await openServer()
    const cookies = await Promise.all(Array.from({ length: WRITERS }, () => joinClub(server.url)))
    for (const cookie of cookies)
      await callAt(server.url, cookie, enterRoom, { params: { slug: SLUG } })

    const stop = new AbortController()
    const streams = cookies.map((cookie) => keepPosting(server.url, cookie, SLUG, stop.signal))
    const watching = watch(server.url, cookies[0]!, SLUG, stop.signal)
    const acknowledged = () => streams.reduce((sum, { posts }) => sum + posts.length, 0)

    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = acknowledged()
      while (acknowledged() < before + WRITERS) await sleep(20)
      // somewhere within a post, not always at the same place
      await sleep((kill * 37) % 150)
      const victims = VICTIMS[kill % VICTIMS.length]!
      if (victims.includes('database')) await server.killDatabase()
      if (victims.includes('server')) {
        await server.kill()
        await server.start()
      }
    }
    const before = acknowledged()
    while (acknowledged() < before + WRITERS) await sleep(20)
    stop.abort()
    await Promise.all(streams.map(({ done }) => done))

    const stored = await allPosts(server.url, cookies[0]!, SLUG)
    expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1))
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length)
    const numbers = new Map(stored.map(({ id, number, text }) => [id, { number, text }]))
    const said = streams.flatMap(({ posts }) => posts)
    expect(said.length).toBeGreaterThan(KILLS * WRITERS)
    expect(
      said.filter(({ id, number, text }) => {
        const kept = numbers.get(id)
        return kept?.number !== number || kept.text !== text
      }),
    ).toEqual([])
    // what was shown live before it was safe would be a promise broken
    const shown = await watching
    expect(shown.size).toBeGreaterThan(0)
    expect([...shown].filter(([id, number]) => numbers.get(id)?.number !== number)).toEqual([])
  },
)

test(
  'two server processes on one database hear each other, whoever speaks and whatever ends',
  { timeout: 60_000 },
  async () => {
    await using first = await openServer()
    await using second = await openServer({ env: { DATABASE_URL: first.databaseUrl } })
    const [mia, ben] = [await joinClub(first.url), await joinClub(second.url)]
    for (const [cookie, { url }] of [
      [mia, first],
      [ben, second],
    ] as const)
      expect(await callAt(url, cookie, enterRoom, { params: { slug: SLUG } })).toMatchObject({
        ok: true,
      })

    const heardByMia = await follow(first.url, mia)
    const heardByBen = await follow(second.url, ben)
    await Promise.all([heardByMia.next('ready'), heardByBen.next('ready')])
    for (const [cookie, { url }] of [
      [mia, first],
      [ben, second],
      [mia, second],
      [ben, first],
    ] as const) {
      const body = { id: randomUUID(), text: 'good evening' }
      const since = performance.now()
      const made = await callAt(url, cookie, createPost, { params: { slug: SLUG }, body })
      if (!made.ok) throw new Error(made.code)
      for (const heard of [heardByMia, heardByBen])
        expect(await heard.next('post')).toMatchObject({ room: SLUG, post: made.answer })
      expect(performance.now() - since).toBeLessThan(3000)
    }

    const since = performance.now()
    expect(await callAt(first.url, ben, logOutEverywhere, {})).toMatchObject({ ok: true })
    await heardByBen.next('session_ended')
    await heardByBen.closed
    expect(performance.now() - since).toBeLessThan(3000)
    expect(await callAt(second.url, ben, enterRoom, { params: { slug: SLUG } })).toMatchObject({
      code: 'not_signed_in',
    })
    heardByMia.close()
  },
)

test(
  'when one of two processes dies, members come back by the other and have missed nothing',
  { timeout: 90_000 },
  async () => {
    await using first = await openServer()
    await using second = await openServer({ env: { DATABASE_URL: first.databaseUrl } })
    const mia = await joinClub(first.url)
    await callAt(first.url, mia, enterRoom, { params: { slug: SLUG } })
    const stop = new AbortController()
    const stream = keepPosting(second.url, mia, SLUG, stop.signal)
    const watching = watch(second.url, mia, SLUG, stop.signal)
    // with the first goes the PostgreSQL it looks after; both come back
    for (const act of [first.kill, first.start, second.kill, second.start]) {
      await sleep(200)
      await act()
    }
    const before = stream.posts.length
    while (stream.posts.length < before + 5) await sleep(20)
    stop.abort()
    await stream.done
    await watching
    const stored = await allPosts(first.url, mia, SLUG)
    expect(stored.map(({ id }) => id)).toEqual(stream.posts.map(({ id }) => id))
    expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1))
  },
)
