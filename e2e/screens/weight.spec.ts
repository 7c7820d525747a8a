import { AFTERWARDS, AFTERWARDS_IN_ROOM } from '../club/afterwards.ts'
import { conversation, expect, live, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const KB = 1_000
/** What every screen of the app is made of. */
const CORE = /^\/assets\/(react|libraries|rolldown-runtime|index)-/

/** Chromium tells of each file whether nothing could be seen without it. */
type Timing = PerformanceResourceTiming & { renderBlockingStatus: string }
type Loaded = { path: string; bytes: number; asked: number; isBlocking: boolean }

/** What a page has asked for so far, each as large as it came over the line, heaviest first. */
async function loaded(page: Page): Promise<Loaded[]> {
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.toJSON() as Timing)
      .map(({ name, encodedBodySize, startTime, renderBlockingStatus }) => ({
        path: new URL(name).pathname,
        bytes: encodedBodySize,
        asked: startTime,
        isBlocking: renderBlockingStatus === 'blocking',
      })),
  )
  return files.toSorted((a, b) => b.bytes - a.bytes)
}

const scripts = async (page: Page) =>
  (await loaded(page)).filter(({ path }) => path.endsWith('.js'))

/** Marks when the first card of a room stands: what is asked for then came after what is seen first. */
const markCards = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector('main article')) return
      performance.mark('cards')
      watch.disconnect()
    }).observe(document, { subtree: true, childList: true })
  })
const cardsStoodAt = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('cards')[0]!.startTime)

/** Fails with the list of what weighs so much. */
async function expectAtMost(
  page: Page,
  most: number,
  { but = AFTERWARDS, until = Infinity } = {},
): Promise<void> {
  const files = (await scripts(page)).filter(({ path, asked }) => !but.test(path) && asked < until)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const told = `${new URL(page.url()).pathname}: ${(bytes / KB).toFixed(1)} kB of JavaScript`
  const list = files.map((file) => `${(file.bytes / KB).toFixed(1).padStart(6)} kB ${file.path}`)
  test.info().annotations.push({ type: 'weight', description: `${told}, ${files.length} files` })
  expect(bytes, [told, ...list].join('\n')).toBeGreaterThan(10 * KB)
  expect(bytes, [told, ...list].join('\n')).toBeLessThanOrEqual(most * KB)
}

test('the log-in page loads at most 120 kB of compressed JavaScript', async ({ device }) => {
  const page = await device()
  const encodings = new Set<string | undefined>()
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) encodings.add(response.headers()['content-encoding'])
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  await expectAtMost(page, 120)
  expect([...encodings]).toEqual(['br'])
  // the first words wait for nothing but the page itself
  const blocking = (await loaded(page)).filter(({ isBlocking }) => isBlocking)
  expect(blocking).toEqual([])
})

test('the rooms load at most 130 kB, a room 140, and what it takes to act only afterwards', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Leicht wie eine Feder.')

  const rooms = await device({ as: mia })
  await markCards(rooms)
  await rooms.goto('/rooms')
  await expect(rooms.getByRole('article').first()).toBeVisible()
  // the outbox shares a file with a room
  await expectAtMost(rooms, 130, {
    but: new RegExp(`${AFTERWARDS.source}|^/assets/room-`),
    until: await cardsStoodAt(rooms),
  })

  const page = await device({ as: mia })
  await page.goto(`/room/${slug}`)
  await expect(live(page)).toBeVisible()
  await expect.poll(() => conversation(page)).toEqual(['Leicht wie eine Feder.'])
  await expectAtMost(page, 140, { but: AFTERWARDS_IN_ROOM })

  // what it takes to act comes with the line or the first sign of somebody being there, so that nobody waits for it
  await page.mouse.move(100, 100)
  const later = async () => (await scripts(page)).filter(({ path }) => AFTERWARDS.test(path))
  const names = async () =>
    (await later()).map(({ path }) => /\/assets\/(.+)-.{7}\.js$/.exec(path)?.[1])
  await expect
    .poll(names)
    .toEqual(expect.arrayContaining(['DialogPopup', 'FootOfRail', 'beside-posts', 'outbox']))
  for (const { path, bytes } of await later())
    expect(bytes, path).toBeLessThanOrEqual((path.includes('DialogPopup') ? 20 : 5) * KB)
  await page.getByRole('button', { name: 'More about this room' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('everything a screen needs is asked for by the page itself, before the app has run @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  for (const [path, as] of [
    ['/login', undefined],
    ['/signup', undefined],
    ['/rooms', mia],
    [`/room/${slug}`, mia],
    ['/settings', mia],
    ['/profile', mia],
  ] as const) {
    const page = await device(as && { as })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    // nothing of the app runs before the page is read to its end; its last lines ask for the core
    const read = await page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation')
      return (visit as PerformanceNavigationTiming).domInteractive
    })
    // what is asked for afterwards on purpose may have come already, with the file it shares; the
    // evening of the rooms is told in a room's words
    const shared =
      path === '/rooms' ? /\/(en-)?room-/ : path.startsWith('/room/') ? /\/rooms-/ : /^$/
    const isMeant = (file: string) => CORE.test(file) || AFTERWARDS.test(file) || shared.test(file)
    const late = (await scripts(page)).filter(({ path, asked }) => asked > read && !isMeant(path))
    expect(late, path).toEqual([])
  }
})
