import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { readConfig } from '#server/config.ts'
import { sql } from '#server/platform/database/database.ts'
import { callUrl, type Result } from '#testing/club/call.ts'
import { makeSeed, openPair } from '#testing/club/database/standby.ts'
import { openOwnServer, writeMember } from '#testing/club/ownServer.ts'
import { follow, type FollowedStream } from '#testing/fixtures/follow.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'

const SLUG = 'lounge'
const params = { slug: SLUG }

/** What a crash takes with it is what nobody waited for: here that is the standby's part alone. */
const FAST = { fsync: 'off', autovacuum: 'off' }

let seed = ''
beforeAll(async () => {
  seed = await mkdtemp(join(tmpdir(), 'club-seed-'))
  await makeSeed(seed, { settings: FAST })
  return () => rm(seed, { recursive: true, force: true })
})

async function openClubOnPair() {
  const folder = await mkdtemp(join(tmpdir(), 'club-standby-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const pair = await openPair(folder, { seed, settings: FAST })
  onTestFinished(() => pair.close())
  const dataDir = join(folder, 'club')
  await mkdir(dataDir)
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: pair.url })
  const mia = await writeMember(config, pair.ownerUrl, SLUG)
  const server = await openOwnServer(config)
  onTestFinished(() => server.close())
  const { url } = server
  const post = (id: string, text: string) =>
    callUrl(url, mia.cookie, createPost, { params, body: { id, text } })
  return {
    ...server,
    pair,
    post,
    outbox: new TestOutbox(post),
    follow: () => followOn(() => follow(url, mia.cookie)),
    list: () => callUrl(url, mia.cookie, listPosts, { params, query: {} }),
    /** As the database has them, by number. */
    stored: async () =>
      (
        await pair.admin.rows<{ text: string }>(sql`
          select p.text from posts p join rooms r on r.id = p.room_id
          where r.slug = ${SLUG} order by p.number`)
      ).map(({ text }) => text),
    /** Everybody is told to come back, soon, and is told so at once. */
    async expectPutOff() {
      const answer = await post(uuid(), 'not now')
      expect(answer).toMatchObject({ status: 503, code: 'unavailable' })
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    },
  }
}

type Post = (id: string, text: string) => Promise<Result<typeof createPost>>

/** Keeps what was acknowledged by which life of the database, and sends it again, in order, to another, as browsers do. */
class TestOutbox {
  #send: Post
  #generation = ''
  #kept: { id: string; text: string; by: string }[] = []

  constructor(send: Post) {
    this.#send = send
  }

  async say(text: string): Promise<void> {
    const one = { id: uuid(), text, by: this.#generation }
    expect(await this.#send(one.id, text)).toMatchObject({ ok: true, answer: { id: one.id } })
    this.#kept.push(one)
  }

  async meet({ generation = '' }: { generation?: string | undefined }): Promise<void> {
    this.#generation = generation
    for (const one of this.#kept) {
      if (one.by === generation) continue
      await until(async () => (await this.#send(one.id, one.text)).ok)
      one.by = generation
    }
  }
}

/** A browser's stream: one that ends, because rights could not be read meanwhile, is opened again. */
async function followOn(open: () => Promise<FollowedStream>) {
  const streams: FollowedStream[] = []
  let isOver = false
  const follow = async () => {
    const stream = await open()
    streams.push(stream)
    isOver = false
    void stream.closed.then(() => (isOver = true))
  }
  const nextReady = async () => {
    for (;;) {
      const ready = await streams
        .at(-1)!
        .next('ready')
        .catch((error: unknown) => {
          if (!isOver) throw error
        })
      if (ready) return ready
      await until(
        () =>
          follow().then(
            () => true,
            () => false,
          ),
        { what: 'another stream' },
      )
    }
  }
  await follow()
  return {
    nextReady,
    /** The next that names another life of the database than this one. */
    async nextLife(before: string | undefined) {
      for (;;) {
        const ready = await nextReady()
        if (ready.generation && ready.generation !== before) return ready
      }
    },
    posts: () =>
      streams
        .flatMap(({ events }) => events)
        .flatMap((event) => (event.type === 'post' ? event.number : [])),
    close: () => streams.at(-1)!.close(),
  }
}

test('a primary that dies takes nothing along that a standby in step has, and until that is promoted all is put off', async () => {
  const club = await openClubOnPair()
  const { pair, outbox, ready, list, stored } = club
  await pair.keepInStep()
  const stream = await club.follow()
  const first = await stream.nextReady()
  await outbox.meet(first)
  await outbox.say('one')
  await outbox.say('two')
  pair.killPrimary()

  // the address leads over before the standby knows that it is one no more
  pair.lead('standby')
  await expect.poll(ready).toMatchObject({
    status: 503,
    warnings: ['the database only reads; is it a standby?'],
  })
  await club.expectPutOff()

  await pair.promote()
  const second = await stream.nextLife(first.generation)
  expect(second.rooms).toEqual([{ slug: SLUG, latest: 2 }])
  expect(await stored()).toEqual(['one', 'two'])
  await outbox.meet(second)
  await outbox.say('three')
  expect(await stored()).toEqual(['one', 'two', 'three'])
  expect(await list()).toMatchObject({
    answer: { latest: 3, posts: [{ text: 'three' }, { text: 'two' }, { text: 'one' }] },
  })
  stream.close()
})

test('a post that a lagging standby never received is gone everywhere, and comes back from its author', async () => {
  const club = await openClubOnPair()
  const { pair, outbox, ready, list, stored } = club
  const stream = await club.follow()
  const first = await stream.nextReady()
  await outbox.meet(first)
  await outbox.say('one')
  await pair.untilCaughtUp()
  pair.cut()
  await outbox.say('two')
  await outbox.say('three')
  expect(await list()).toMatchObject({ answer: { latest: 3 } })

  pair.killPrimary()
  await pair.promote()
  await expect.poll(ready).toMatchObject({ status: 200 })
  const second = await stream.nextLife(first.generation)
  expect(second.rooms).toEqual([{ slug: SLUG, latest: 1 }])
  expect(await stored()).toEqual(['one'])
  expect(await list()).toMatchObject({ answer: { latest: 1, posts: [{ text: 'one' }] } })

  await outbox.meet(second)
  expect(await stored()).toEqual(['one', 'two', 'three'])
  expect(await list()).toMatchObject({
    answer: { latest: 3, posts: [{ text: 'three' }, { text: 'two' }, { text: 'one' }] },
  })
  // listeners receive them again
  await expect.poll(stream.posts).toEqual([1, 2, 3, 2, 3])
  stream.close()
})
