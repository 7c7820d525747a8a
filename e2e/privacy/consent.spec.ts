import { documentVersions } from '#contract/consent/consentVersions.ts'
import { enter, expect, expectAccessible, live, somebody, test } from '../club/journey.ts'
import { confirmAge, consentAndEnter, fillIn, signUpForm } from '../acts/signup.ts'

test('a member meets the question of Art. 9 at the first room, once, and may take it back', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member({ hasConsent: false }) })
  await page.goto('/rooms')
  await page.getByRole('main').getByRole('link', { name: 'Am Tresen' }).click()
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('checkbox')
  await expect(box).not.toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL('/rooms')

  await page.getByRole('main').getByRole('link', { name: 'Am Tresen' }).click()
  await consentAndEnter(page)
  await expect(live(page)).toBeVisible()
  await enter(page, 'salon')

  await page.goto('/settings/records')
  await page.getByRole('button', { name: 'Withdraw consent' }).click()
  await dialog.getByRole('button', { name: 'Withdraw consent' }).click()
  await expect(page.getByText(/^Withdrawn on/)).toBeVisible()
  await page.goto('/room/salon')
  await expect(box).not.toBeChecked()
})

test('terms that changed while the form was open are asked about again, and the account is on the new ones @long', async ({
  club,
  device,
}) => {
  const mia = somebody()
  const page = await device()
  await page.goto('/signup')
  await confirmAge(page)
  const form = signUpForm(page)
  await fillIn(page, mia)
  await form.bio.fill('Kocht gern für Fremde.')
  // as a page sends it that was opened before
  await page.route(
    '**/api/auth/sign-up',
    (route) => {
      const sent = route.request().postDataJSON() as object
      return route.continue({ postData: { ...sent, termsVersion: '1.9.0' } })
    },
    { times: 1 },
  )
  await form.create.click()
  await expect(form.terms).toHaveAccessibleDescription(
    new RegExp(`Inzwischen gilt Fassung ${documentVersions.terms}`),
  )
  await expect(form.terms).not.toBeChecked()
  await expect(form.terms).toBeFocused()
  await expect(form.bio).toHaveValue('Kocht gern für Fremde.')
  await expect(form.password).toHaveValue(mia.password)
  await expectAccessible(page)
  expect(await club.accounts(mia.email)).toBe(0)

  await form.terms.check()
  await form.create.click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(await club.accounts(mia.email)).toBe(1)
})
