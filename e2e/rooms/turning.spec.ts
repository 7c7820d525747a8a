import {
  composer,
  conversation,
  enter,
  expect,
  test,
  waitForPaint,
  type Page,
} from '../club/journey.ts'
import { findPost, findTop, openEvening, readNumbers, wantNewestLast } from './talk.ts'

test.use({ emailConfirmation: 'off' })

const DESK = { width: 1440, height: 900 }
const WINDOWS = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  DESK,
]

/** Of another width or height, and drawn so. */
async function turn(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(size.width)
  await waitForPaint(page)
}

/** The first post below what sticks at the top, and where it stands. */
const findRead = (page: Page) =>
  page.evaluate(() => {
    for (const post of document.querySelectorAll<HTMLElement>('main [data-number] > article')) {
      const { left, top, width } = post.getBoundingClientRect()
      if (top > 0 && post.contains(document.elementFromPoint(left + width / 2, top + 2)))
        return { number: Number(post.id.slice(5)), top }
    }
    return null
  })

/** The last post stands right above the box to write in. */
const findGap = async (page: Page) => {
  const last = await page.getByRole('main').getByRole('article').last().boundingBox()
  const box = await composer(page).boundingBox()
  return Math.round(box!.y - (last!.y + last!.height))
}

for (const isNewestLast of [true, false])
  test(`a window of another width leaves a reader where they are, ${isNewestLast ? 'newest last @long' : 'newest first'}`, async ({
    club,
    device,
  }) => {
    const { ben, slug } = await openEvening(club, 60)
    const page = await device({ as: ben, viewport: DESK })
    if (isNewestLast) await wantNewestLast(page)
    await enter(page, slug)
    await expect.poll(async () => (await conversation(page)).length).toBeGreaterThanOrEqual(20)
    await waitForPaint(page)

    const expectAtEdge = async () => {
      await waitForPaint(page)
      if (!isNewestLast) return expect(await page.evaluate(() => window.scrollY)).toBe(0)
      await expect.poll(() => findGap(page)).toBeGreaterThanOrEqual(0)
      // what leads on to the missed stands between the two
      expect(await findGap(page)).toBeLessThan(120)
      await expect(composer(page)).toBeInViewport()
    }
    // what a first sign of somebody brings is there
    await page.keyboard.press('j')
    await expect(page.getByRole('article').and(page.locator(':focus'))).toBeVisible()
    await expectAtEdge()
    for (const size of WINDOWS) {
      await turn(page, size)
      await test.step(`at the edge, ${size.width} px`, expectAtEdge)
    }

    const numbers = await readNumbers(page)
    const read = numbers.at(isNewestLast ? -20 : 11)!
    for (const size of WINDOWS)
      await test.step(`further back, ${size.width} px`, async () => {
        await turn(page, DESK)
        await findPost(page, read).evaluate((post) =>
          post.scrollIntoView({ block: 'start', behavior: 'instant' }),
        )
        await waitForPaint(page)
        const before = (await findRead(page))!
        await turn(page, size)
        await expect
          .poll(async () => Math.abs((await findTop(page, before.number)) - before.top))
          .toBeLessThanOrEqual(40)
        await expect(findPost(page, before.number)).toBeInViewport({ ratio: 0.9 })
        // and back again
        await turn(page, DESK)
        await expect
          .poll(async () => Math.abs((await findTop(page, before.number)) - before.top))
          .toBeLessThanOrEqual(40)
      })
  })
