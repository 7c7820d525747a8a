import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import type { Frame } from '#server/platform/stream/encoding.ts'
import { readVisibility } from '#server/platform/member-rules/visibility.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { letPass } from '#testing/club/clocks.ts'
import { listNumbers, numbers, post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { Feeds, rooms } from './live.feeds.ts'

const listener = () => {
  const frames: Frame[] = []
  const events = () =>
    frames.flatMap(({ plain }) =>
      String(plain)
        .split('\n\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text.slice('data: '.length)) as LiveEvent),
    )
  return {
    frames,
    heard: () => numbers(events()),
    isHeld: false,
    sight: readVisibility({ blockedWith: [], hiddenPosts: [] }),
    sendFrame: (text: Frame) => void frames.push(text),
  }
}

/** A room with three posts that nobody here has listened to yet. */
async function quietRoom(club: Club) {
  const { room, guests } = await openRoomWithMembers(club, 1)
  for (let times = 0; times < 3; times += 1) await post(club, guests[0]!, room)
  return room
}

test('a joining listener receives what was announced after their rights were read and before they joined', async () => {
  await using club = await openClub()
  const room = await quietRoom(club)
  const feeds = new Feeds(club.app, rooms)
  const subscriber = listener()
  feeds.announce(room.id, 3)
  expect(feeds.join(subscriber, { ...room, latest: 1 })).toBe(1)
  await until(() => subscriber.heard().length === 2)
  expect(subscriber.heard()).toEqual([2, 3])
})

test('a late listener is told where the room stands, and hears only what follows', async () => {
  await using club = await openClub()
  const room = await quietRoom(club)
  const feeds = new Feeds(club.app, rooms)
  const [early, late] = [listener(), listener()]
  feeds.join(early, { ...room, latest: 0 })
  feeds.announce(room.id, 2)
  await until(() => early.heard().length === 2)
  // rights read before those two were heard: the answer is ahead of them
  expect(feeds.join(late, { ...room, latest: 0 })).toBe(2)
  feeds.announce(room.id, 3)
  await until(() => late.frames.length === 1)
  expect(early.heard()).toEqual(listNumbers(1, 3))
  expect(late.heard()).toEqual([3])
  // rendered once: the same text, not an equal one made again
  expect(late.frames[0]).toBe(early.frames.at(-1))
})

test('only what was announced is told, however much more there is', async () => {
  await using club = await openClub()
  const room = await quietRoom(club)
  const feeds = new Feeds(club.app, rooms)
  const [subscriber, held] = [listener(), { ...listener(), isHeld: true }]
  for (const one of [subscriber, held]) feeds.join(one, { ...room, latest: 0 })
  feeds.announce(room.id, 2)
  await until(() => subscriber.heard().length === 2)
  feeds.leave(subscriber, room.id)
  feeds.announce(room.id, 3)
  expect(feeds.join(listener(), { ...room, latest: 3 })).toBeLessThanOrEqual(3)
  expect(subscriber.heard()).toEqual([1, 2])
  expect(held.frames).toEqual([])
})

test('a long absence is told in order, all of it', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const { room, guests } = await openRoomWithMembers(club, 1)
  await Promise.all(listNumbers(1, 230).map(() => post(club, guests[0]!, room)))
  const feeds = new Feeds(club.app, rooms)
  const subscriber = listener()
  feeds.join(subscriber, { ...room, latest: 0 })
  feeds.announce(room.id, 230)
  await until(() => subscriber.heard().length === 230)
  expect(subscriber.heard()).toEqual(listNumbers(1, 230))
})

test('rooms without listeners are forgotten, and a listener misses nothing by it', async () => {
  await using club = await openClub()
  const room = await quietRoom(club)
  const feeds = new Feeds(club.app, rooms)
  const subscriber = listener()
  feeds.join(subscriber, { ...room, latest: 1 })
  for (let n = 0; n < 50; n += 1) feeds.announce(uuid(), 1)
  letPass(60_000)
  feeds.announce(room.id, 3)
  expect(feeds.announcedSize).toBe(1)
  await until(() => subscriber.heard().length === 2)
  expect(subscriber.heard()).toEqual([2, 3])
})
