import { enter, expect, test } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

test('what is pressed or chosen is seen where the system sets every colour @long', async ({
  club,
  device,
}) => {
  const { slug } = await club.guest('Guten Abend.')
  const ben = await club.member({ name: 'Ben' })
  const page = await device({ as: ben, forcedColors: 'active' })
  await enter(page, slug)
  const wave = page.getByRole('article').getByRole('button', { name: /^Wave/ })
  await expect(wave).toHaveCSS('outline-style', 'none')
  await wave.click()
  await page.locator('main').focus()
  const waved = page.getByRole('article').getByRole('button', { pressed: true })
  await expect(waved).toHaveCSS('outline-style', 'solid')

  await page.goto('/settings/appearance')
  const chosen = page.getByRole('radio', { checked: true }).first()
  await expect(chosen).toBeVisible()
  // the system draws the mark; ours would cover it
  expect(await chosen.evaluate((radio) => getComputedStyle(radio, '::before').content)).toBe('none')
})
