import { expect, test } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

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

test('what is chosen on a screen, and written down in its address, leaves it where it is @long', async ({
  club,
  device,
}) => {
  const page = await device({
    as: await club.member({ isAdmin: true }),
    viewport: { width: 390, height: 300 },
  })
  await page.goto('/admin/money?part=refunds')
  const choice = page.locator('main button[aria-pressed]').last()
  await choice.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  const left = await place()
  expect(left).toBeGreaterThan(100)
  await choice.click()
  await expect(page).toHaveURL(/filter=/)
  await expect(choice).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  expect(await place()).toBe(left)
})
