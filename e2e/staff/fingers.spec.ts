import { expect, test } from '../club/journey.ts'
import { openReview } from '../acts/cases.ts'
import { watchFingers } from '../acts/fingers.ts'
import type { Locator } from '@playwright/test'

test.use({ emailConfirmation: 'off' })

const WIDTHS = [320, 390, 412]

/** Where a finger would put it: in sight first, then touched in its middle, with nothing above it. */
async function tap(target: Locator) {
  await target.scrollIntoViewIfNeeded()
  await target.tap()
}

test('on phones of three widths documents are reviewed by touch alone, and each touch does what it is on @long', async ({
  club,
  device,
}) => {
  const people = await Promise.all(WIDTHS.map(() => club.member()))
  const chief = await club.member({ name: 'Jo', isAdmin: true })
  await club.settleAll()
  for (const one of people) await club.submit(one)
  const page = await device({
    as: chief,
    hasTouch: true,
    isMobile: true,
    viewport: { width: WIDTHS[0]!, height: 568 },
  })
  const listStrayed = await watchFingers(page)
  for (const [at, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 568 })
    await page.goto('/admin/verifications')
    const review = await openReview(page, people[at]!)
    const scrolled = () => page.evaluate(() => document.scrollingElement!.scrollTop)
    const behind = await scrolled()
    for (const side of ['Vorderseite', 'Selfie']) {
      await tap(review.getByRole('button', { name: `Öffnen: ${side}` }))
      const image = review.getByAltText(`${side} der Einreichung von`)
      await expect
        .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
        .not.toBe(0)
    }
    const boxes = await review.getByRole('group').getByRole('checkbox').all()
    expect(boxes).toHaveLength(4)
    for (const box of boxes) {
      await tap(box)
      await expect(box).toBeChecked()
    }
    const deciding = page.waitForResponse(/\/decision$/)
    await tap(review.getByRole('button', { name: 'Genehmigen', exact: true }))
    expect((await deciding).ok()).toBe(true)
    // the page behind the window stays where it is
    expect(await scrolled()).toBe(behind)
    expect(await listStrayed()).toEqual([])
  }
})
