import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '#testing/random.ts'
import type { ClubUnderTest } from '../club/club.ts'
import {
  composer,
  enter,
  expect,
  live,
  say,
  test,
  type Member,
  type Page,
} from '../club/journey.ts'
import { everyScreenIsFresh, everyScreenIsTrue, witness } from '../club/truth.ts'

test.use({ emailConfirmation: 'off', throughProxy: true })

const DRAFT = 'half a thought, not sent'
const HOUR = 3_600_000

type Open = {
  device: (options: { as: Member }) => Promise<Page>
  watch: (page: Page) => Page
}

type Span = {
  /** Since when the club can be reached, in ms since 1970. */
  since: number
  /** From when until then nothing of it could be heard, if so it was. */
  from?: number
  /** How many posts there are by now, beside the first two. */
  more?: number
  isFresh?: boolean
}

/**
 * An evening in one room: Mia in two tabs, Ben with something half written, and Tom, who talks
 * whatever happens to the lines of the others.
 */
async function evening(club: ClubUnderTest, { device, watch }: Open, { clock = false } = {}) {
  const slug = await club.room()
  const [mia, ben, tom] = [
    await club.member(),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Tom' }),
  ]
  await club.enter(tom, slug)
  await club.post(tom, slug, 'Tom was here first')
  await club.letPass(tom, 2)
  const mias = await device({ as: mia })
  const bens = await device({ as: ben })
  const second = watch(await mias.context().newPage())
  const pages = [mias, second, bens]
  const witnesses = await Promise.all(pages.map(witness))
  if (clock) for (const page of [mias, bens]) await page.clock.install()
  await Promise.all(pages.map((page) => enter(page, slug)))
  await composer(bens).fill(DRAFT)
  await say(mias, 'Mia begins')
  // not what her second tab may still have in its box
  for (const page of pages)
    await expect(page.getByRole('article').getByText('Mia begins')).toBeVisible()

  return {
    slug,
    mia,
    tom,
    pages: { mias, second, bens },
    all: pages,
    /** While something is wrong, everybody goes on. */
    async goOn() {
      await club.post(tom, slug, 'Tom goes on')
      await say(mias, 'Mia goes on')
      await say(second, 'Mia, in her second tab')
      await club.post(tom, slug, 'Tom ends')
    },
    /** All is well again, on every screen and in what the room holds. */
    async isTrue({ from, since, more = 4, isFresh = true }: Span) {
      if (from) for (const { toldTheTruth } of witnesses) toldTheTruth(from, since)
      const drafts = pages.map((page) => (page === bens ? DRAFT : ''))
      await everyScreenIsTrue(club, slug, pages, { since, drafts })
      if (isFresh) await everyScreenIsFresh(pages, slug)
      expect(await club.stored(slug)).toHaveLength(2 + more)
    },
  }
}

test('lines that are cut, with none to be had for a while @long', async ({
  club,
  device,
  watch,
}) => {
  const room = await evening(club, { device, watch })
  const from = now().getTime()
  club.line.refuse()
  await room.goOn()
  for (const page of room.all) await expect(live(page)).toBeHidden({ timeout: 5_000 })
  await expect(room.pages.bens.getByText('offline: your posts are kept')).toBeVisible()
  club.line.heal()
  await room.isTrue({ from, since: now().getTime() })
})

for (const [trouble, what] of [
  ['stall', 'stall with the socket open'],
  ['drip', 'bring a few bytes at a time'],
] as const)
  test(`lines that ${what} @long`, async ({ club, device, watch }) => {
    const room = await evening(club, { device, watch })
    const began = now().getTime()
    // a short event comes through even so, and is heard
    const from = () => Math.max(began, club.line.heardAt())
    club.line.trouble(trouble)
    await room.goOn()
    await sleep(13_000)
    await sleep(from() - began)
    club.line.heal()
    await room.isTrue({ from: from(), since: now().getTime() })
  })

test('lines that died without a word, while new ones can be had @long', async ({
  club,
  device,
  watch,
}) => {
  const room = await evening(club, { device, watch })
  const since = now().getTime()
  club.line.deaden()
  await room.goOn()
  await room.isTrue({ since })
})

test('calls that stall while the stream goes on @long', async ({ club, device, watch }) => {
  const room = await evening(club, { device, watch })
  club.line.trouble('stall', 'calls')
  await room.goOn()
  await sleep(4_000)
  club.line.heal()
  await room.isTrue({ since: now().getTime() })
})

test('pieces of the stream that are lost, broken or repeated @long', async ({
  club,
  device,
  watch,
}) => {
  const room = await evening(club, { device, watch })
  let more = 0
  for (const spoil of [
    () => club.line.spoilStreams('drop'),
    () => club.line.spoilStreams('half'),
    () => club.line.spoilStreams('repeat'),
    // whole events, so that only the sum in the beat can tell
    () => club.line.spoilEvents(['drop']),
    () => club.line.spoilEvents(['repeat', 'drop']),
  ]) {
    spoil()
    await club.post(room.tom, room.slug, `Tom ${(more += 1)}`)
    await club.post(room.tom, room.slug, `Tom ${(more += 1)}`)
    await room.isTrue({ since: now().getTime(), more, isFresh: false })
  }
  await room.isTrue({ since: now().getTime(), more })
})

test('posts that arrive twice, or in part @long', async ({ club, device, watch }) => {
  const room = await evening(club, { device, watch })
  let more = 0
  for (const how of ['repeat', 'half', 'drop'] as const) {
    club.line.spoilPost(how)
    await say(room.pages.mias, `Mia's ${how}`)
    await room.isTrue({ since: now().getTime(), more: (more += 1), isFresh: false })
  }
  await room.isTrue({ since: now().getTime(), more })
})

test('a crash of the server, and one of its database @long', async ({ club, device, watch }) => {
  const room = await evening(club, { device, watch })
  const from = now().getTime()
  await club.server.kill()
  await say(room.pages.mias, 'while the server lay there')
  await club.server.start()
  await club.isBack(room.tom, room.slug)
  await room.isTrue({ from, since: now().getTime(), more: 1 })

  // the server goes on, and so do the streams: nothing new can be said that they would miss
  await club.server.killDatabase()
  await say(room.pages.second, 'while the database lay there')
  await club.isBack(room.tom, room.slug)
  await club.post(room.tom, room.slug, 'Tom ends')
  await room.isTrue({ since: now().getTime(), more: 3 })
})

test('clocks that jump by an hour, forth and back @long', async ({ club, device, watch }) => {
  const room = await evening(club, { device, watch }, { clock: true })
  const { mias, bens } = room.pages
  let more = 0
  for (const hours of [1, -1, 0]) {
    // while the lines are away
    club.line.cut('stream')
    await say(mias, `Mia, before her clock goes to ${hours}`)
    for (const page of [mias, bens]) await page.clock.setSystemTime(now().getTime() + hours * HOUR)
    await say(mias, `Mia, after it went to ${hours}`)
    await club.post(room.tom, room.slug, `Tom, by the right time ${(more += 3)}`)
    await room.isTrue({ since: now().getTime(), more })
  }
})

test('a laptop asleep for a day, with a post that never went out @long', async ({
  club,
  device,
  watch,
}) => {
  const room = await evening(club, { device, watch }, { clock: true })
  const { mias, bens } = room.pages
  club.line.deaden()
  club.line.refuse()
  await say(mias, 'written on the train')
  await club.letPass(room.mia, 24)
  for (let number = 1; number <= 30; number += 1)
    await club.post(room.tom, room.slug, `asleep ${number}`)
  club.line.heal()
  const since = now().getTime()
  for (const page of [mias, bens]) await page.clock.fastForward(24 * HOUR)
  await room.isTrue({ since, more: 31 })
})
