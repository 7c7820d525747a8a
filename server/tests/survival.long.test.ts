import { expect, test } from 'vitest'
import { logOutEverywhere } from '#contract/accounts/session.ts'
import { createPost } from '#contract/posts/posts.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { callUrl } from '#testing/club/call.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { allPosts, joinClub, keepPosting, untilMore, watch } from '#testing/club/process/killing.ts'
import { openServer, type ServerProcess } from '#testing/club/process/serverProcess.ts'
import { surviveKills } from '#testing/club/process/survival.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'

const SLUG = 'tresen'

/** Another process of the same club, which does not own its tables. */
const beside = ({ sharing: { DATABASE_URL, DATA_DIR } }: ServerProcess) => ({
  DATABASE_URL,
  DATA_DIR,
})

test(
  'two hundred kills under a stream of posts lose nothing and double nothing',
  { timeout: 2_400_000 },
  () => surviveKills(200),
)

test(
  'two server processes on one database receive each other’s events, whichever of them ends',
  { timeout: 60_000 },
  async () => {
    await using first = await openServer()
    await using second = await openServer({ env: beside(first) })
    const [mia, ben] = [await joinClub(first.url), await joinClub(second.url)]
    for (const [cookie, { url }] of [
      [mia, first],
      [ben, second],
    ] as const)
      expect(await callUrl(url, cookie, enterRoom, { params: { slug: SLUG } })).toMatchObject({
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
      const body = { id: uuid(), text: 'good evening' }
      const made = await callUrl(url, cookie, createPost, { params: { slug: SLUG }, body })
      if (!made.ok) throw new Error(made.code)
      // how many posts are left is sent to the author alone
      const { left: _, ...post } = made.answer
      for (const heard of [heardByMia, heardByBen])
        expect(await heard.next('post')).toMatchObject({ room: SLUG, post })
    }

    expect(await callUrl(first.url, ben, logOutEverywhere, {})).toMatchObject({ ok: true })
    await heardByBen.next('session_ended')
    await heardByBen.closed
    expect(await callUrl(second.url, ben, enterRoom, { params: { slug: SLUG } })).toMatchObject({
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
    await using second = await openServer({ env: beside(first) })
    const mia = await joinClub(first.url)
    await callUrl(first.url, mia, enterRoom, { params: { slug: SLUG } })
    const stop = new AbortController()
    const stream = keepPosting(second.url, mia, SLUG, stop.signal)
    const watching = watch(second.url, mia, SLUG, stop.signal)
    // with the first goes the PostgreSQL it looks after; both come back
    for (const { kill, start } of [first, second]) {
      await untilMore([stream], 5)
      await kill()
      const before = stream.putOff()
      await until(() => stream.putOff() > before, { what: 'a post that is put off' })
      await start()
    }
    await untilMore([stream], 5)
    stop.abort()
    await stream.done
    await watching
    const stored = await allPosts(first.url, mia, SLUG)
    expect(stored.map(({ id }) => id)).toEqual(stream.posts.map(({ id }) => id))
    expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1))
  },
)
