import { enter, expect, test } from './journey.ts'

test.use({ emailConfirmation: 'off' })

test('a tooltip waits a moment, may be pointed at, follows the focus, and goes with Escape', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Ein Wort.')
  const page = await device({ as: mia })
  await enter(page, slug)
  const [reply, wave] = [/^Reply/, /^Wave/].map((name) =>
    page.getByRole('button', { name }).first(),
  )
  const bubble = page.getByRole('tooltip')
  await expect(bubble).toHaveCount(0)

  await reply!.hover()
  await expect(bubble).toBeVisible()
  const above = await bubble.boundingBox()
  const below = await reply!.boundingBox()
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
  await bubble.hover()
  await page.waitForTimeout(400)
  await expect(bubble).toBeVisible()
  await page.mouse.move(1, 1)
  await expect(bubble).toHaveCount(0)

  await reply!.hover()
  await expect(bubble).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bubble).toHaveCount(0)
  await page.mouse.move(1, 1)

  await reply!.focus()
  await page.keyboard.press('Tab')
  await expect(wave!).toBeFocused()
  await expect(bubble).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(bubble).toHaveCount(0)
})

test('a screen begins at its head; going back finds the place one left', async ({
  club,
  device,
}) => {
  const page = await device({
    as: await club.member(),
    viewport: { width: 390, height: 500 },
  })
  await page.goto('/rooms')
  const last = page.getByRole('article').last()
  await expect(last).toBeVisible()
  await last.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  await expect.poll(place).toBeGreaterThan(200)
  const left = await place()

  await page.getByRole('link', { name: 'Settings' }).evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL('/settings')
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/rooms')
  await expect.poll(place).toBe(left)
})
