import { conversation, expect, live, somebody, test } from '../club/journey.ts'
import { focusByTab } from '../club/keys.ts'

test.use({ emailConfirmation: 'off' })

test('from the landing page to the first post without a mouse', async ({ device }) => {
  const mia = somebody()
  const page = await device()
  const { keyboard } = page
  await page.goto('/')
  await focusByTab(page, /^Skip to content$|^Zum Inhalt springen$/)
  await focusByTab(page, /^Sign Up$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/signup')

  await focusByTab(page, /mindestens 18 Jahre/)
  await keyboard.press('Space')
  await focusByTab(page, /^Weiter$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ihr Profil' })).toBeFocused()

  for (const [label, text] of [
    [/^Geburtsdatum/, '01041990'],
    [/^E-Mail-Adresse/, mia.email],
    [/^Passwort$/, mia.password],
    [/^Benutzername/, mia.username],
    [/^Stadt/, mia.city],
    [/^Bio/, 'Ohne Maus.'],
  ] as const) {
    await focusByTab(page, label)
    await keyboard.type(text)
  }
  await focusByTab(page, /^Ich habe die/)
  await keyboard.press('Space')
  await focusByTab(page, /^Konto erstellen$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/verify')

  await focusByTab(page, /^Zu den Räumen$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/rooms')
  await focusByTab(page, /^Am Tresen$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await focusByTab(page, /^I explicitly consent/)
  await keyboard.press('Space')
  await focusByTab(page, /^Consent and enter$/)
  await keyboard.press('Enter')
  await expect(live(page)).toBeVisible()

  await focusByTab(page, /^Answer$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Your message' })).toBeFocused()
  await keyboard.type('Guten Abend, ganz ohne Maus.')
  await keyboard.press('Control+Enter')
  await expect.poll(() => conversation(page)).toContain('Guten Abend, ganz ohne Maus.')
  await expect(page.getByRole('article').first()).toContainText('Icebreaker')

  // a dialog takes the focus, keeps it, and gives it back
  await focusByTab(page, /^More about this room$/, 80)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 6; press += 1) {
    await keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More about this room' })).toBeFocused()
})
