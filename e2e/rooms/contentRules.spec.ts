import {
  composer,
  conversation,
  enter,
  expect,
  expectAccessible,
  expectConversation,
  say,
  standStill,
  test,
  type Page,
} from '../club/journey.ts'
import { letSettle, slowDown } from '../acts/contentRules.ts'

test.use({ emailConfirmation: 'off' })

const main = (page: Page) => page.getByRole('main')
const note = (page: Page) => main(page).getByRole('status').filter({ hasText: /\S/ })
const NUMBER = 'Ruf mich an: 0176 12345678'

/** Nothing of the club is in sight, in the tab, or one step back. */
async function expectGone(page: Page): Promise<void> {
  await expect(page).toHaveURL('/notes.html')
  await expect(page).toHaveTitle('Notes')
  await expect(page.getByRole('textbox', { name: 'Notes' })).toBeVisible()
  expect(await page.content()).not.toMatch(/parlour|club/i)
}

test('a newcomer reads why a number stays inside before sending it; others are warned, and may', async ({
  club,
  device,
}, info) => {
  const { mia, slug } = await club.guest()
  const tom = await club.member({ name: 'Tom', isVerified: true })
  await letSettle(club, tom)
  await club.enter(tom, slug)

  const page = await device({ as: mia })
  await enter(page, slug)
  await composer(page).fill(NUMBER)
  await expect(
    note(page).filter({ hasText: 'looks like a phone number: “0176 12345678”' }),
  ).toContainText('In your first 7 days')
  await expectAccessible(page)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: info.outputPath(`newcomer-${width}.png`) })
  }
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(
    main(page)
      .getByText(/no links and no ways to reach you/)
      .first(),
  ).toBeVisible()
  expect(await club.stored(slug)).toEqual([])

  const other = await device({ as: tom })
  await enter(other, slug)
  await composer(other).fill('Um 20:30 am Tresen?')
  await composer(other).fill(NUMBER)
  await expect(note(other).filter({ hasText: 'phone number' })).toContainText(
    'You can post it all the same',
  )
  await say(other, NUMBER)
  await expect.poll(() => club.stored(slug)).toEqual([NUMBER])
})

test('a word that degrades people is not published, and the composer says which @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  const page = await device({ as: mia })
  await enter(page, slug)
  await say(page, 'So ein Unterm3nsch, also wirklich')
  await expect(note(page).filter({ hasText: '“Unterm3nsch” degrades people' })).toBeVisible()
  expect(await club.stored(slug)).toEqual([])
})

test('in a slow room the composer counts down, and the next post goes out by itself @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  await slowDown(club, slug, 6)
  const page = await device({ as: mia })
  await enter(page, slug)
  await say(page, 'Eins')
  await expect(main(page).getByText('Slow mode: one post every 6 seconds.')).toBeVisible()
  await expect(main(page).getByRole('timer')).toContainText(/Your next post goes out in \d second/)
  await say(page, 'Zwei')
  await expect(main(page).getByText(/This one goes out at/)).toBeVisible()
  expect(await club.stored(slug)).toEqual(['Eins'])
  await expectConversation(page, ['Zwei', 'Eins'])
  await expect.poll(() => club.stored(slug)).toEqual(['Zwei', 'Eins'])
})

test('hidden in one tap: gone in another browser and tab at once, and back again @long', async ({
  club,
  device,
}, info) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  const other = await device({ as: ben })
  await enter(other, slug)
  await expectConversation(other, ['Guten Abend.'])

  const [page, tab] = [await device({ as: mia }), await device({ as: mia })]
  await enter(tab, slug)
  await page.goto('/settings/visibility')
  const button = main(page).getByRole('button', { name: 'Hide me now' })
  await button.scrollIntoViewIfNeeded()
  await button.click()
  // at once at the server, as its own test shows; here as soon as the browser has it
  await expect.poll(() => conversation(other), { intervals: [50] }).toEqual([])
  await expect(main(page).getByText('Nobody sees you any more.')).toBeVisible()

  // in the other tab, too, and on every screen
  const banner = (one: Page) => one.getByRole('complementary', { name: 'You are hidden.' })
  for (const one of [tab, page]) await expect(banner(one)).toBeVisible()
  await say(tab, 'Sieht mich jemand?')
  await expect(
    main(tab)
      .getByText(/Others cannot see you at the moment/)
      .first(),
  ).toBeVisible()
  await expectAccessible(tab)
  for (const [width, colorScheme] of [
    [320, 'light'],
    [320, 'dark'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const) {
    await tab.setViewportSize({ width, height: 800 })
    await tab.emulateMedia({ colorScheme })
    await standStill(tab)
    await tab.screenshot({ path: info.outputPath(`hidden-${width}-${colorScheme}.png`) })
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
  }
  await banner(tab).getByRole('button', { name: 'Show me again' }).click()
  for (const one of [tab, page]) await expect(banner(one)).toHaveCount(0)
  // in the room that stood open all the while
  await expect.poll(() => conversation(other)).toEqual(['Guten Abend.'])
})

test('away at once, by the door or by Escape three times, and going back does not lead in again', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Etwas sehr Privates.')
  const page = await device({ as: mia, locale: 'en-GB' })
  await page.goto('/rooms')
  await page.getByRole('button', { name: 'English' }).click()
  await page.goto('/settings')
  await enter(page, slug)
  // what is half written asks nobody to stay
  await composer(page).fill('Ein Entwurf')
  await page.getByRole('button', { name: 'Leave quickly' }).click()
  await expectGone(page)
  await expectAccessible(page)
  for (let steps = 0; steps < 2; steps += 1) {
    await page.goBack()
    await expectGone(page)
  }
  // opening it by its address is meant
  await page.goto('/settings/visibility')
  await expect(main(page)).toBeVisible()

  const escape = async () => {
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
  }
  await escape()
  await expect(page).toHaveURL('/settings/visibility')
  await main(page).getByRole('checkbox', { name: 'Pressing Escape three times' }).check()
  await enter(page, slug)
  await escape()
  await expectGone(page)
  await page.goBack()
  await expectGone(page)
})

test('a neutral tab names nothing of the club, from the first moment and on every page @long', async ({
  club,
  device,
}) => {
  const { mia } = await club.guest()
  const page = await device({ as: mia })
  await page.goto('/settings/visibility')
  await expect(page).toHaveTitle(/Parlour/)
  await main(page).getByRole('checkbox', { name: 'Title and icon of the tab' }).check()
  await expect(page).toHaveTitle('Notizen')
  const icon = () => page.locator('link[rel=icon]').getAttribute('href')
  for (const path of ['/rooms', '/settings', '/regeln', '/']) {
    const titles: string[] = []
    page.on(
      'framenavigated',
      () =>
        void page.title().then(
          (title) => titles.push(title),
          () => {},
        ),
    )
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page).toHaveTitle('Notizen')
    expect(titles.filter((title) => /Parlour/.test(title))).toEqual([])
    expect(await icon()).toBe('/notes.svg')
  }
  await page.goto('/settings/visibility')
  await main(page).getByRole('checkbox', { name: 'Title and icon of the tab' }).uncheck()
  await expect(page).toHaveTitle(/Parlour/)
  expect(await icon()).toBe('/favicon.svg')
})
