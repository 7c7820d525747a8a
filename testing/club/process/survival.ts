import { expect } from 'vitest'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { integer } from '#testing/random.ts'
import { callUrl } from '#testing/club/call.ts'
import { allPosts, joinClub, keepPosting, untilMore, watch } from './killing.ts'
import { openServer } from './serverProcess.ts'

const SLUG = 'tresen'
const WRITERS = 20

/**
 * Twenty members post without a pause while by turns the server, its database and, as when a machine
 * loses power, both are killed. Afterwards
 * every post that was acknowledged is there once, and the numbers have no gap.
 */
export async function surviveKills(kills: number): Promise<void> {
  await using server = await openServer()
  const cookies = await Promise.all(Array.from({ length: WRITERS }, () => joinClub(server.url)))
  for (const cookie of cookies)
    await callUrl(server.url, cookie, enterRoom, { params: { slug: SLUG } })

  const stop = new AbortController()
  const streams = cookies.map((cookie) => keepPosting(server.url, cookie, SLUG, stop.signal))
  const watching = watch(server.url, cookies[0]!, SLUG, stop.signal)
  for (let kill = 0; kill < kills; kill += 1) {
    // somewhere within a post, not always at the same place
    await untilMore(streams, WRITERS + integer(WRITERS))
    const turn = kill % 3
    if (turn > 0) await server.killDatabase()
    if (turn !== 1) {
      await server.kill()
      await server.start()
    }
  }
  await untilMore(streams, WRITERS)
  stop.abort()
  await Promise.all(streams.map(({ done }) => done))

  const stored = await allPosts(server.url, cookies[0]!, SLUG)
  expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1))
  expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length)
  const numbers = new Map(stored.map(({ id, number, text }) => [id, { number, text }]))
  const posted = streams.flatMap(({ posts }) => posts)
  expect(posted.length).toBeGreaterThanOrEqual(kills * WRITERS)
  // what nobody heard of as stored was sent again until somebody did
  expect(posted.length).toBe(stored.length)
  expect(
    posted.filter(({ id, number, text }) => {
      const storedNumber = numbers.get(id)
      return storedNumber?.number !== number || storedNumber.text !== text
    }),
  ).toEqual([])
  // what was shown live before it was safe would be a promise broken
  const shown = await watching
  expect(shown.size).toBeGreaterThan(0)
  expect([...shown].filter(([id, number]) => numbers.get(id)?.number !== number)).toEqual([])
}
