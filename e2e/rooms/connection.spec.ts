import { limits } from '#contract/limits.ts'
import {
  composer,
  conversation,
  enter,
  expect,
  expectConversation,
  live,
  say,
  test,
  type Page,
} from '../club/journey.ts'
import type { ClubUnderTest } from '../club/club.ts'

const OFFLINE = 'offline: your posts are kept'
const status = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words })
const waiting = (page: Page) => page.getByText('Not sent yet. It is kept on this device')

/** What every screen shows is what the room holds, and what a fresh load shows. */
async function expectEverywhere(
  club: ClubUnderTest,
  slug: string,
  pages: Page[],
): Promise<string[]> {
  await expect
    .poll(async () => (await Promise.all(pages.map(waiting).map((all) => all.count()))).join())
    .toMatch(/^[0,]+$/)
  for (const page of pages) {
    await expect(live(page)).toBeVisible()
    // both are asked anew each time: a post may be on its way to either
    await expect(async () =>
      expect(await conversation(page)).toEqual(await club.stored(slug)),
    ).toPass({ timeout: 10_000 })
  }
  const stored = await club.stored(slug)
  for (const page of pages) {
    await page.reload()
    await expectConversation(page, stored)
  }
  expect(new Set(stored).size).toBe(stored.length)
  return stored
}

test('eight tabs of one browser on plain HTTP: each loads, hears and posts, whichever of them is gone @long', async ({
  club,
  device,
  watch,
}) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const [first, bens] = [await device({ as: mia }), await device({ as: ben })]
  await Promise.all([enter(first, slug), enter(bens, slug)])
  const tabs = [first]
  while (tabs.length < 8) {
    const tab = watch(await first.context().newPage())
    await enter(tab, slug)
    tabs.push(tab)
  }
  await say(tabs[7]!, 'from the eighth')
  await say(bens, 'to all of them')
  for (const tab of [...tabs, bens]) {
    await expect(live(tab)).toBeVisible()
    await expectConversation(tab, ['to all of them', 'from the eighth'])
  }

  // it holds the line for all, and goes without a word
  await first.close()
  await say(bens, 'is there anybody?')
  await say(tabs[4]!, 'all seven')
  // it goes out once another tab holds the line
  await expect.poll(() => club.stored(slug)).toHaveLength(4)
  for (const tab of tabs.slice(1)) {
    await expect(tab.getByText('is there anybody?')).toBeVisible()
    await expect(live(tab)).toBeVisible()
    await expectConversation(tab, await club.stored(slug))
  }
})

test('offline, posts are kept; back online each is sent exactly once, in order', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const [mias, bens] = [await device({ as: mia }), await device({ as: ben })]
  await Promise.all([enter(mias, slug), enter(bens, slug)])
  await say(mias, 'before')

  await mias.context().setOffline(true)
  await expect(status(mias, OFFLINE)).toBeVisible()
  await say(mias, 'offline one')
  await say(mias, 'offline two')
  await expect(waiting(mias).first()).toBeVisible()
  await say(bens, 'meanwhile')
  await expect.poll(() => club.stored(slug)).toEqual(['meanwhile', 'before'])

  await mias.context().setOffline(false)
  await expect(bens.getByText('offline two')).toBeVisible()
  expect(await expectEverywhere(club, slug, [mias, bens])).toEqual([
    'offline two',
    'offline one',
    'meanwhile',
    'before',
  ])
})

test('a post that waits survives the reload, and even the closing of its tab @long', async ({
  club,
  device,
  watch,
}) => {
  const slug = await club.room()
  const page = await device({ as: await club.member() })
  const context = page.context()
  await enter(page, slug)
  const cutOff = (
    route: { abort(): Promise<void>; fallback(): Promise<void> },
    request: { method(): string },
  ) => (request.method() === 'POST' ? route.abort() : route.fallback())
  await context.route('**/posts', cutOff)
  await say(page, 'kept over a reload')
  await expect(waiting(page)).toBeVisible()
  await page.reload()
  await expect(waiting(page)).toBeVisible()
  await expectConversation(page, ['kept over a reload'])

  // what comes back into the box is taken out again like words one typed
  await say(page, 'not like that')
  await composer(page).fill('Ben?')
  const post = page.getByRole('article').filter({ hasText: 'not like that' })
  await post.getByRole('button', { name: 'Edit' }).click()
  await expect(composer(page)).toHaveValue('not like that\nBen?')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(composer(page)).toHaveValue('Ben?')
  await page.keyboard.press('Control+Shift+z')
  await expect(composer(page)).toHaveValue('not like that\nBen?')
  await composer(page).fill('')
  await page.close()

  await context.unroute('**/posts', cutOff)
  const next = watch(await context.newPage())
  // on whatever screen they come back
  await next.goto('/rooms')
  await expect.poll(() => club.stored(slug)).toEqual(['kept over a reload'])
  await enter(next, slug)
  await expectEverywhere(club, slug, [next])
})

test('when only the answer is lost, the post is there once all the same @long', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const page = await device({ as: await club.member() })
  await enter(page, slug)
  let lost = 0
  await page.route('**/posts', async (route, request) => {
    if (request.method() !== 'POST' || lost >= 2) return route.fallback()
    await route.fetch()
    lost += 1
    await route.abort()
  })
  await say(page, 'once')
  await expect.poll(() => lost).toBeGreaterThan(0)
  expect(await expectEverywhere(club, slug, [page])).toEqual(['once'])
})

test('a restart of the server under an open room loses nothing, and every screen recovers by itself', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const [mias, bens] = [await device({ as: mia }), await device({ as: ben })]
  await Promise.all([enter(mias, slug), enter(bens, slug)])
  await say(mias, 'before the restart')
  await expect(bens.getByText('before the restart')).toBeVisible()

  await club.server.stop()
  await say(mias, 'while it was down')
  // which of the two depends on how soon the tries follow each other
  await expect(status(bens, /reconnecting|offline/)).toBeVisible()
  await club.server.start()
  await say(bens, 'after the restart')
  expect((await expectEverywhere(club, slug, [mias, bens])).toSorted()).toEqual([
    'after the restart',
    'before the restart',
    'while it was down',
  ])
})

test('two tabs of one member show the same, offline too, and send everything once @long', async ({
  club,
  device,
  watch,
}) => {
  const slug = await club.room()
  const one = await device({ as: await club.member() })
  const two = watch(await one.context().newPage())
  await Promise.all([enter(one, slug), enter(two, slug)])
  await say(one, 'from the first')
  await expect(two.getByRole('article').getByText('from the first')).toBeVisible()
  await say(two, 'from the second')
  await expect(one.getByRole('article').getByText('from the second')).toBeVisible()

  await one.context().setOffline(true)
  await say(one, 'offline in the first')
  await say(two, 'offline in the second')
  await expect(waiting(two).first()).toBeVisible()
  await one.context().setOffline(false)
  await expect.poll(() => club.stored(slug)).toHaveLength(4)
  await expectEverywhere(club, slug, [one, two])
})

test('a laptop that slept catches up when it wakes @long', async ({ club, device }) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const page = await device({ as: mia })
  await club.enter(ben, slug)
  await enter(page, slug)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  for (let number = 1; number <= 30; number += 1) await club.post(ben, slug, `asleep ${number}`)
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(page.getByText('asleep 30')).toBeVisible()
  const shown = await conversation(page)
  expect(shown).toEqual((await club.stored(slug)).slice(0, shown.length))
})

test('earlier posts come page by page, without gaps or repeats @long', async ({ club, device }) => {
  const slug = await club.room()
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  for (let number = 1; number <= 45; number += 1) await club.post(ben, slug, `evening ${number}`)
  const page = await device({ as: await club.member() })
  await enter(page, slug)
  await expect.poll(() => conversation(page)).toHaveLength(20)
  const earlier = page.getByRole('button', { name: 'Show earlier posts' })
  await earlier.click()
  await expect.poll(() => conversation(page)).toHaveLength(40)
  await earlier.click()
  await expect(page.getByText('This is where the conversation began.')).toBeVisible()
  await club.post(ben, slug, 'evening 46')
  await expectConversation(page, await club.stored(slug))
})

test('a draft stays in its room over reloads, and Ctrl+Enter sends it @long', async ({
  club,
  device,
}) => {
  const [slug, other] = [await club.room(), await club.room()]
  const page = await device({ as: await club.member() })
  await enter(page, slug)
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
  await composer(page).fill('half a thought')
  await enter(page, other)
  await expect(composer(page)).toHaveValue('')
  await enter(page, slug)
  await expect(composer(page)).toHaveValue('half a thought')

  // as people count, not as computers do
  await composer(page).fill('👋🏽'.repeat(limits.postText / 2))
  await composer(page).press('End')
  await expect(page.getByText(`${limits.postText}/${limits.postText}`)).toBeVisible()
  await composer(page).pressSequentially('!')
  await expect(
    page.getByText(`Post must be less than ${limits.postText} characters`).first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
  await composer(page).fill('a whole thought')
  await composer(page).press('Control+Enter')
  await expectConversation(page, ['a whole thought'])
  await expect(composer(page)).toHaveValue('')
})

test('what is sent before the club can send stays in its box, and goes out as soon as it can', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  const page = await device({ as: mia, locale: 'en-GB' })
  const { promise: wait, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(/\/assets\/outbox-/, async (route) => {
    await wait
    await route.continue()
  })
  await enter(page, slug)
  await composer(page).fill('quick as a hello')
  await composer(page).press('Control+Enter')
  const button = page.getByRole('button', { name: 'Post', exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(composer(page)).toHaveValue('quick as a hello')
  letThrough()
  await expectConversation(page, ['quick as a hello'])
  await expect(composer(page)).toHaveValue('')

  // while one goes on writing it is not sent
  const again = await device({ as: mia, locale: 'en-GB' })
  await again.route(/\/assets\/outbox-/, (route) => route.abort())
  await enter(again, slug)
  await composer(again).fill('half')
  await composer(again).press('Control+Enter')
  await composer(again).pressSequentially(' a thought')
  await again.unroute(/\/assets\/outbox-/)
  await expect(composer(again)).toHaveValue('half a thought')
  await composer(again).press('Control+Enter')
  await expectConversation(again, ['half a thought', 'quick as a hello'])
})
