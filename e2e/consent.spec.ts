import { enter, expect, expectAccessible, live, test } from './journey.ts'

test('a member meets the question of Art. 9 at the first room, once, and may take it back', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member({ hasConsent: false }) })
  await page.goto('/rooms')
  await page.getByRole('link', { name: 'Am Tresen' }).click()
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('checkbox')
  await expect(box).not.toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL('/rooms')

  await page.getByRole('link', { name: 'Am Tresen' }).click()
  await box.check()
  await dialog.getByRole('button', { name: 'Consent and enter' }).click()
  await expect(live(page)).toBeVisible()
  await enter(page, 'salon')

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Withdraw consent' }).click()
  await dialog.getByRole('button', { name: 'Withdraw consent' }).click()
  await expect(page.getByText(/^Withdrawn on/)).toBeVisible()
  await page.goto('/room/salon')
  await expect(box).not.toBeChecked()
})
