import type { SignedInPerson } from '../club/club.ts'
import { expect, type Page } from '../club/journey.ts'

/** The fields of step 2 in the club's own mixture of languages. */
export const signUpForm = (page: Page) => ({
  birthdate: page.getByLabel('Geburtsdatum'),
  email: page.getByLabel('E-Mail-Adresse'),
  password: page.getByLabel('Passwort', { exact: true }),
  username: page.getByLabel('Benutzername'),
  city: page.getByLabel('Stadt'),
  bio: page.getByLabel('Bio'),
  terms: page.getByRole('checkbox', { name: /AGB/ }),
  create: page.getByRole('button', { name: 'Konto erstellen' }),
})

/** Step 1, told as it is: nothing goes on before the age is confirmed. */
export async function confirmAge(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Weiter' })
  await expect(next).toBeDisabled()
  await page
    .getByRole('checkbox', { name: 'Ich bestätige, dass ich mindestens 18 Jahre alt bin' })
    .check()
  await next.click()
}

export async function fillIn(page: Page, person: SignedInPerson): Promise<void> {
  const form = signUpForm(page)
  await form.birthdate.pressSequentially('01041990')
  await expect(form.birthdate).toHaveValue('01.04.1990')
  await form.email.fill(person.email)
  await form.password.fill(person.password)
  await form.username.fill(person.username)
  await form.city.fill(person.city)
  await form.terms.check()
}

/** Joins through the screens, from the landing page to the button. */
export async function signUp(page: Page, person: SignedInPerson): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign Up' }).first().click()
  await confirmAge(page)
  await fillIn(page, person)
  await signUpForm(page).create.click()
}

/** What comes before the first room: the question of Art. 9 GDPR. */
export async function consentAndEnter(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Consent and enter' }).click()
}
