import { openReview } from '../acts/cases.ts'
import type { Locator } from '@playwright/test'
import { waitForPaint, expect, expectAccessible, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

test('staff whose session is about to end are told, and stay with two keys, also from a window @long', async ({
  club,
  device,
}) => {
  const [mia, jo] = [await club.member(), await club.member({ name: 'Jo', isAdmin: true })]
  await club.submit(mia)
  await club.letEndSoon(jo, 115)
  const desk = await device({ as: jo })
  const { keyboard } = desk
  await desk.goto('/admin/verifications')
  const notice = desk.getByRole('status').getByText('Ihre Sitzung endet um')
  await expect(notice).toBeVisible()
  await expectAccessible(desk)

  // all of it: what comes into a window takes the focus
  const review = await openReview(desk, mia)
  await expect(notice).toBeInViewport({ ratio: 1 })
  const before = await review.locator(':focus').elementHandle()
  await club.letPass(jo, 1)
  await keyboard.press('F6')
  await expect(desk.getByRole('button', { name: 'Angemeldet bleiben' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(notice).toHaveCount(0)
  expect(await before!.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect(review).toBeVisible()
})

const told = (page: Page) => page.locator('body > [role=status] > *')

for (const [width, height] of [
  [1440, 900],
  [320, 640],
] as const)
  test(`at ${width} px it covers neither title nor end of a window, and is put away by a click @long`, async ({
    club,
    device,
  }) => {
    const [mia, jo] = [await club.member(), await club.member({ name: 'Jo', isAdmin: true })]
    await club.submit(mia)
    await club.letEndSoon(jo, 115)
    const desk = await device({ as: jo, viewport: { width, height } })
    const clear = async (window: Locator) => {
      const { bottom, top } = await desk.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
        return {
          bottom: box('body > [role=status] > *').bottom,
          top: box('[role=dialog] h2').top,
        }
      })
      expect(bottom).toBeLessThanOrEqual(top)
      await expect(window.getByRole('button').last()).toBeInViewport({ ratio: 1 })
    }
    await desk.goto('/settings')
    await expect(told(desk)).toBeVisible()
    await desk.getByRole('button', { name: 'Delete account' }).click()
    const small = desk.getByRole('dialog')
    await expect(small).toBeVisible()
    await clear(small)
    await desk.keyboard.press('Escape')

    await desk.goto('/admin/verifications')
    const review = await openReview(desk, mia)
    await expect(told(desk)).toBeVisible()
    await clear(review)
    const title = review.getByRole('heading').first()
    const before = (await title.boundingBox())!.y
    await told(desk).getByRole('button', { name: 'Schließen' }).click()
    await expect(told(desk)).toHaveCount(0)
    await expect(review).toBeVisible()
    if (width < 900) expect((await title.boundingBox())!.y).toBeLessThan(before)
  })

test('where the notice cannot be fetched, the screen is there, and the notice comes later @long', async ({
  club,
  device,
}) => {
  const jo = await club.member({ name: 'Jo', isAdmin: true })
  await club.letEndSoon(jo, 115)
  const desk = await device({ as: jo })
  let refused = 0
  const missed = desk.waitForEvent('requestfailed', (asked) => asked.url().includes('frameNotices'))
  const file = '**/assets/frameNotices-*.js'
  await desk.route(file, (route) => ((refused += 1), route.abort()))
  await desk.goto('/admin/reports')
  const heading = desk.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Meldungen')
  await missed
  expect(refused).toBeGreaterThan(0)
  await waitForPaint(desk)
  await expect(heading).toHaveText('Meldungen')

  await desk.unroute(file)
  await desk.locator('nav a[href="/admin"]').click()
  await expect(told(desk)).toBeVisible()
})
