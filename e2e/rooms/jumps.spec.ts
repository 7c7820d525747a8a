import { expect, test, waitForPaint, type Page } from '../club/journey.ts'
import { findPost, wantNewestLast } from './talk.ts'

test.use({ emailConfirmation: 'off' })

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  // a desk magnified to twice its size
  { width: 720, height: 450 },
]

/** How far a post stands below what sticks above the talk; less than nothing where it is covered. */
const findClearance = (page: Page, number: number) =>
  findPost(page, number).evaluate((post) => {
    const { left, top, width } = post.getBoundingClientRect()
    for (let y = Math.ceil(top) + 1; y < top + post.clientHeight; y += 1)
      if (post.contains(document.elementFromPoint(left + width / 2, y))) {
        // from here upwards the first that is none of the list
        if (y > top + 2) return top - y
        const list = post.closest('ul')!
        for (let above = Math.floor(top) - 1; above > 0; above -= 1)
          if (!list.contains(document.elementFromPoint(left + width / 2, above))) return top - above
        return top
      }
    return -Infinity
  })

for (const isNewestLast of [false, true])
  test(`a post one jumps to stands right below what sticks, ${isNewestLast ? 'newest last @long' : 'newest first'}`, async ({
    club,
    device,
  }) => {
    const { mia, slug } = await club.guest('eins')
    const ben = await club.member({ name: 'Ben' })
    for (let n = 2; n <= 40; n += 1) await club.post(mia, slug, `Noch ein Satz, ${n}.`)
    await club.enter(ben, slug)
    // one with more below it than a window holds, or the page would end before
    const number = isNewestLast ? 19 : 37
    const page = await device({ as: ben, viewport: WINDOWS[0]! })
    if (isNewestLast) await wantNewestLast(page)
    const goal = findPost(page, number)
    for (const viewport of WINDOWS)
      await test.step(`${viewport.width} × ${viewport.height}`, async () => {
        await page.setViewportSize(viewport)
        await page.goto('/rooms')
        // to the middle of what is left of the window
        await page.goto(`/room/${slug}#post-${number}`)
        await expect(goal).toBeFocused()
        await waitForPaint(page)
        await expect(goal).toBeInViewport({ ratio: 1 })
        expect.soft(await findClearance(page, number), 'by a link').toBeGreaterThanOrEqual(0)

        // from the head of the page, where the question of the day stands open, and from further on
        for (const y of [0, 600]) {
          await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
          await waitForPaint(page)
          await goal.evaluate((post) =>
            post.scrollIntoView({ block: 'start', behavior: 'instant' }),
          )
          await waitForPaint(page)
          const clearance = await findClearance(page, number)
          expect.soft(clearance, `from ${y}`).toBeGreaterThanOrEqual(0)
          expect.soft(clearance, `from ${y}`).toBeLessThanOrEqual(12)
        }
      })
  })
