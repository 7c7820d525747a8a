import { composer, enter, expect, expectAccessible, test } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

test('hidden in two taps from any screen, and back by the banner @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const page = await device({ as: mia, viewport: { width: 320, height: 640 } })
  await enter(page, slug)
  await composer(page).fill('Ein Entwurf')
  const opener = page.getByRole('button', { name: 'Your menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Your menu' })
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await menu.getByRole('button', { name: 'Hide me now' }).click()
  await expect(menu).toBeHidden()
  const banner = page.getByRole('complementary', { name: 'You are hidden.' })
  await expect(banner).toBeVisible()
  await expect(page.getByText('Nobody sees you any more.').first()).toBeAttached()
  await expect(composer(page)).toHaveValue('Ein Entwurf')
  await banner.getByRole('button', { name: 'Show me again' }).click()
  await expect(banner).toHaveCount(0)
})
