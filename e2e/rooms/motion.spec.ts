import { enter, expect, test, waitForPaint, type Page } from '../club/journey.ts'
import { pressInPlace } from './talk.ts'

declare global {
  interface Window {
    /** How often one screen faded into another. */
    fades: number
  }
}

function countFades() {
  window.fades = 0
  const own = document.startViewTransition.bind(document)
  document.startViewTransition = (turn) => {
    window.fades += 1
    return own(turn)
  }
}

const rail = (page: Page) => page.getByRole('navigation', { name: 'Rooms', exact: true })
const DESK = { viewport: { width: 1440, height: 900 } }

test('one room fades into the other, which keeps focus and place, and nothing else does @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Hier beginnt es.')
  for (let at = 1; at < 30; at += 1) await club.post(mia, slug, `Satz ${at}, und noch einer.`)
  const other = await club.room({ name: 'Wintergarten' })
  await club.enter(mia, other)
  await club.post(mia, other, 'Unter den Palmen.')
  const link = (page: Page, to: string) => rail(page).locator(`a[href="/room/${to}"]`)
  const fades = (page: Page) => page.evaluate(() => window.fades)

  const page = await device({ as: mia, ...DESK, reducedMotion: 'no-preference' })
  await page.addInitScript(countFades)
  await enter(page, slug)
  // what is not seen at first is here from now on
  await page.mouse.move(700, 500)
  await expect(page.getByRole('navigation', { name: 'Rooms', exact: true })).toBeVisible()
  await expect(page.getByText('Satz 29, und noch einer.')).toBeVisible()
  const read = page.getByRole('article').filter({ hasText: 'Satz 17, und noch einer.' })
  const place = () => read.evaluate((post) => Math.round(post.getBoundingClientRect().top))
  await expect(page.locator('[data-growing]')).toHaveCount(0)
  await read.evaluate((post) => post.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await waitForPaint(page)
  const left = await place()

  await pressInPlace(link(page, other))
  await expect(page.getByText('Unter den Palmen.')).toBeVisible()
  await expect(page).toHaveURL(`/room/${other}`)
  await expect.poll(() => fades(page)).toBe(1)
  await expect(link(page, other)).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  // said meanwhile, above where she reads
  await club.post(mia, slug, 'Und noch ein Satz.')
  await page.goBack()
  await expect(page.getByText('Und noch ein Satz.')).toBeAttached()
  await expect(read).toBeVisible()
  await expect.poll(async () => Math.abs((await place()) - left)).toBeLessThanOrEqual(5)
  await page.getByRole('link', { name: /^News/ }).first().click()
  await expect(page).toHaveURL('/notices')
  expect(await fades(page)).toBe(1)

  const still = await device({ as: mia, ...DESK })
  await still.addInitScript(countFades)
  await enter(still, slug)
  await still.mouse.move(700, 500)
  await link(still, other).click()
  await expect(still.getByText('Unter den Palmen.')).toBeVisible()
  expect(await fades(still)).toBe(0)
})

test('a wave draws a ring of light around who waved, once @long', async ({ club, device }) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.post(ben, slug, 'Auch von mir.')
  const page = await device({ as: mia, viewport: { width: 390, height: 844 } })
  const bens = await device({ as: ben, viewport: { width: 390, height: 844 } })
  await enter(page, slug)
  await enter(bens, slug)
  const theirs = page.getByRole('article').filter({ hasText: 'Auch von mir.' })
  await expect(theirs).toBeVisible()
  const ring = theirs.locator('[data-ring]').waitFor({ state: 'attached' })
  await bens
    .getByRole('article')
    .filter({ hasText: 'Guten Abend.' })
    .getByRole('button', { name: /^Wave to/ })
    .click()
  await ring
  await expect(page.locator('[data-ring]')).toHaveCount(0)
})
