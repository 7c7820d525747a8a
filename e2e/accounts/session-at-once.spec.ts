import { ROOM_FOR_PRACTICE } from '../club/club.ts'
import { expect, somebody, test } from '../club/journey.ts'
import { signUp } from '../acts/signup.ts'

test.use({ emailConfirmation: 'off' })

test('without confirmation a sign-up is a session at once and leads to /verify @long', async ({
  device,
}) => {
  const mia = somebody()
  const page = await device()
  await signUp(page, mia)
  await expect(page).toHaveURL('/verify')
  await page.getByRole('link', { name: 'Zu den Räumen' }).click()
  await expect(page).toHaveURL('/rooms')

  // signed in, there is nothing to join or to log in to
  await page.goto('/signup')
  await expect(page).toHaveURL('/rooms')
  await page.goto('/login')
  await expect(page).toHaveURL('/rooms')

  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Parlour Club.' })).toBeVisible()
})

test('a fresh club on an empty data folder shows its landing, its rooms and its health @long', async ({
  club,
  device,
}) => {
  const page = await device()
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Welcome to Parlour Club.' })).toBeVisible()
  for (const path of ['/healthz', '/readyz'])
    expect((await page.request.get(club.url + path)).status()).toBe(200)

  const rooms = await device({ as: await club.member() })
  await rooms.goto('/rooms')
  // other journeys may have met this club before, and opened rooms of their own
  const cards = rooms
    .getByRole('main')
    .getByRole('article')
    .filter({ hasNotText: ROOM_FOR_PRACTICE })
  await expect(cards).toHaveCount(7)
  await expect(cards.first()).toContainText('Am Tresen')
  for (const [badge, count] of [
    ['Free', 3],
    ['Club', 2],
    ['Premium', 1],
    ['VIP', 1],
  ] as const)
    await expect(cards.getByText(badge, { exact: true })).toHaveCount(count)
})
