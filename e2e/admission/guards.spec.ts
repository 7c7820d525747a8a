import { documentVersions } from '#contract/consent/consentVersions.ts'
import { uuid } from '#testing/random.ts'
import { expect, expectToast, live, logIn, test } from '../club/journey.ts'

test('a visitor at a member’s door goes to /login and, after it, to that very room', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const mia = await club.member()
  const page = await device()
  await page.goto('/rooms')
  await expect(page).toHaveURL('/login')
  await page.goto(`/room/${slug}`)
  await expect(page).toHaveURL('/login')
  await logIn(page, mia)
  await expect(page).toHaveURL(`/room/${slug}`)
  await expect(live(page)).toBeVisible()

  // going back does not fall through the door again
  await page.goBack()
  await expect(page).not.toHaveURL('/login')
})

test('every members’ screen sends a visitor to /login', async ({ device }) => {
  const page = await device()
  for (const path of ['/rooms', '/profile', '/settings', '/verify', '/admin/verifications']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
})

test('who is signed in is led from /login and /signup to the rooms @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/rooms')
  }
})

test('who is no admin is told so and led to the landing page; an admin gets in', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/admin/verifications')
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Zugriff verweigert', 'Sie haben keine Berechtigung für diesen Bereich.')

  const desk = await device({ as: await club.member({ isAdmin: true }) })
  await desk.goto('/admin/verifications')
  const ways = desk.getByRole('navigation', { name: 'Seiten der Verwaltung' })
  for (const [name, path] of [
    ['Verifizierungen', '/admin/verifications?filter=queue'],
    ['Einlass', '/admin/door'],
    ['Nachrichten', '/admin/kontakt'],
  ] as const) {
    await ways.getByRole('link', { name }).click()
    await expect(desk).toHaveURL(path)
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(ways.locator('[aria-current=page]')).toContainText(name)
  }
  await desk.setViewportSize({ width: 320, height: 640 })
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('an admin’s screen leads home when it cannot be found out who asks @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member({ isAdmin: true }) })
  await page.route('**/api/auth/session', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable' } }),
  )
  await page.goto('/admin/verifications')
  await expect(page).toHaveURL('/')
})

test('without scripts each address of the app leads to the imprint, in both languages @long', async ({
  device,
}) => {
  const page = await device({ javaScriptEnabled: false })
  for (const path of ['/login', '/signup', '/rooms', '/admin/door']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Imprint' })).toBeVisible()
    await page.getByRole('link', { name: 'Impressum' }).click()
    await expect(page).toHaveURL('/legal/impressum')
  }
})

test('an address nobody knows is a not-found page, also by its status alone', async ({
  device,
}) => {
  const page = await device()
  for (const path of ['/nowhere', '/room', '/rooms/tresen', '/legal/terms/more']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page).toHaveURL('/')
})

test('what is not there is said to be not there, by the app as it is built', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto(`/upgrade/${uuid()}`)
  await expect(page.getByRole('heading', { name: 'Diese Bestellung gibt es nicht' })).toBeVisible()
  await page.goto(`/member/${uuid()}`)
  await expect(page.getByText('This member is not here any more')).toBeVisible()
})

test('a legal page nobody knows shows the terms @long', async ({ device }) => {
  const page = await device()
  const answer = await page.goto('/legal/whatever')
  expect(answer?.status()).toBe(200)
  await expect(page.getByText(documentVersions.terms).first()).toBeVisible()
})

test('a room that is not there is told of, and leads back to the rooms @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/room/broom-cupboard')
  await expect(page).toHaveURL('/rooms')
  await expectToast(page, 'Error loading room')
})

test('a log-in that fails says so once, keeps the address, and tells nobody who has an account', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const page = await device()
  for (const email of [mia.email, 'nobody@example.org']) {
    await page.goto('/login')
    await logIn(page, { email, password: 'wrong horse' })
    await expectToast(page, 'Login failed', 'Invalid email or password.')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  }
  await logIn(page, mia)
  await expect(page).toHaveURL('/rooms')
})
