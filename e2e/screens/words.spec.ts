import { composer, enter, expect, expectToast, logIn, test, type Page } from '../club/journey.ts'
import { confirmAge } from '../acts/signup.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('every label the specification quotes stands there word for word until a language is chosen', async ({
  club,
  device,
}) => {
  const page = await device()
  await page.goto('/')
  await expect(
    page.getByRole('heading', { name: 'Welcome to Parlour Club.', exact: true }),
  ).toBeVisible()
  await expect(
    page.getByText('A private, members-only space to connect, flirt, and meet. 18+.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(link(page, 'Sign Up').first()).toHaveAttribute('href', '/signup')
  await expect(link(page, 'Log In').first()).toHaveAttribute('href', '/login')
  const footer = page.getByRole('contentinfo')
  for (const path of ['terms', 'privacy', 'impressum', 'cookies'])
    await expect(footer.locator(`a[href="/legal/${path}"]`)).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Imprint' })).toBeVisible()

  await page.goto('/signup')
  await expect(
    page.getByText('Ich bestätige, dass ich mindestens 18 Jahre alt bin', { exact: true }),
  ).toBeVisible()
  await confirmAge(page)
  await expect(page.getByPlaceholder('TT.MM.JJJJ')).toBeVisible()
  await expect(button(page, 'Konto erstellen')).toBeVisible()
  await expect(button(page, 'Jetzt verifizieren (optional)')).toBeVisible()

  await page.goto('/login')
  await expect(link(page, 'Sign Up')).toHaveAttribute('href', '/signup')
  await button(page, 'Forgot password?').click()
  await expect(button(page, 'Send Reset Link')).toBeVisible()

  const mia = await club.member()
  const slug = await club.room()
  const hers = await device({ as: mia })
  await hers.goto('/rooms')
  const rooms = hers.getByRole('main')
  await expect(rooms.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(rooms.locator('a[href="/profile"]')).toBeVisible()
  await expect(rooms.locator('a[href="/settings"]')).toBeVisible()
  await enter(hers, slug)
  for (const words of [
    'Icebreaker of the Day',
    'Swimwear/underwear OK. No nudity or explicit content.',
    'No posts yet. Be the first to start the conversation!',
  ])
    await expect(hers.getByText(words, { exact: true })).toBeVisible()
  await composer(hers).fill('Hello')
  await button(hers, 'Post').click()
  await expect(hers.getByRole('article')).toHaveCount(1)
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.post(ben, slug, 'Guten Abend!')
  const post = hers.getByRole('article').filter({ hasText: 'Guten Abend!' })
  for (const name of ['Reply', 'Wave']) {
    await expect(post.getByRole('button', { name })).toBeEnabled()
  }

  await hers.goto('/nowhere')
  await expect(hers.getByText('Oops! Page not found', { exact: true })).toBeVisible()
})

test('the settings are complete, in the order of the specification', async ({ club, device }) => {
  const page = await device({ as: await club.member() })
  await page.goto('/settings')
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(cards.getByText('Log Out')).toBeVisible()
  const specified = [
    'Subscription',
    'Cookie settings',
    'Privacy',
    'Legal',
    'Danger Zone',
    'Log Out',
  ]
  const names = await cards.allTextContents()
  expect(names).toEqual(specified)
  await expect(page.getByText('Free Plan', { exact: true })).toBeVisible()
  await expect(page.getByText('Access to 3 rooms')).toBeVisible()
  await expect(button(page, 'Export my data')).toBeEnabled()
  await button(page, 'Cancel subscription').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts).toContainText('Es läuft kein bezahltes Abo')
  await expect(toasts).toContainText('No paid subscription is running')

  await button(page, 'Delete account').click()
  const deletion = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(deletion).toContainText('30 days')
  await deletion.getByRole('button', { name: 'Keep account' }).click()

  // without a provider nothing can be ordered, and it says so
  await page.getByRole('link', { name: 'Upgrade' }).click()
  await expect(page).toHaveURL('/upgrade')
  await expect(page.getByText('Zahlungen sind nicht eingeschaltet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Zahlungspflichtig bestellen' })).toHaveCount(0)
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Back to the rooms' }).click()
  await expect(page).toHaveURL('/rooms')
})

test('without a line a language that has not come yet says so, and comes when it can @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/profile')
  const german = page.getByRole('button', { name: 'Deutsch' })
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  // what comes ahead of its time has come
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await german.click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Network error')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.context().setOffline(false)
  await german.click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('the language is chosen on any screen and remembered, on the device and with the account', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const page = await device()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Willkommen im Parlour Club.' })).toBeVisible()

  await page.goto('/login')
  await page.getByLabel('E-Mail-Adresse').fill(mia.email)
  await page.getByLabel('Passwort', { exact: true }).fill(mia.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page).toHaveURL('/rooms')
  await expect(page.getByRole('heading', { name: 'Räume' })).toBeVisible()

  // another device has never been asked: the account knows
  const phone = await device()
  await phone.goto('/login')
  await logIn(phone, mia)
  await expect(phone.getByRole('heading', { name: 'Räume' })).toBeVisible()
  await phone.getByRole('button', { name: 'English' }).click()
  await expect(phone.getByRole('heading', { name: 'Rooms' })).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Rooms' })).toBeVisible()

  await phone.goto('/room/broom-cupboard')
  await expectToast(phone, 'Error loading room')
  await page.goto('/room/broom-cupboard')
  await expectToast(page, 'Raum konnte nicht geladen werden')
})
