// Two windows of one browser: what is chosen or done in one holds in the other.
import { MEMBER_HEADER } from '#server/platform/http/access.ts'
import { card } from '../acts/card.ts'
import { jpeg } from '../acts/documents.ts'
import { composer, enter, expect, logIn, say, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const language = (page: Page) => page.locator('html').getAttribute('data-locale')
const theme = (page: Page) => page.locator('html').getAttribute('data-theme')

test('language and theme chosen in one window are those of the others, and what is typed there stays', async ({
  club,
  device,
  watch,
}) => {
  const landing = await device()
  const [letter, app] = [
    watch(await landing.context().newPage()),
    watch(await landing.context().newPage()),
  ]
  await letter.goto('/kontakt')
  await letter.getByRole('textbox', { name: /Nachricht|Message/ }).fill('Guten Abend, eine Frage.')
  await app.goto('/login')
  await landing.goto('/')
  await landing.getByRole('button', { name: 'Deutsch', exact: true }).first().click()
  for (const page of [landing, letter])
    await expect.poll(() => language(page), { message: page.url() }).toBe('de')
  await expect(letter.getByRole('textbox', { name: 'Nachricht' })).toHaveValue(
    'Guten Abend, eine Frage.',
  )
  await expect(app.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()

  // the other way, from the app
  expect(await theme(letter)).toBe(null)
  await letter.getByRole('button', { name: 'Dunkle Farben' }).click()
  for (const page of [landing, letter, app])
    await expect.poll(() => theme(page), { message: page.url() }).toBe('dark')
  expect(club.url).toBe(new URL(app.url()).origin)
})

test('a window that slept while somebody else came in from another sends nothing in their name', async ({
  club,
  device,
  watch,
}) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  await club.enter(ben, slug)
  const one = await device({ as: mia })
  const two = watch(await one.context().newPage())
  await enter(one, slug)
  await composer(one).fill('Only Mia says that.')
  await two.goto('/settings')
  // it stands still, as one in the background may, and is pressed before it has heard of anything
  const { promise: sleep, resolve: wake } = Promise.withResolvers<void>()
  await one.route('**/api/sleep', async (route) => {
    await sleep
    await route.fulfill({ body: '{}' })
  })
  const pressed = one
    .getByRole('button', { name: 'Post', exact: true })
    .evaluate((post: HTMLElement) => {
      const asleep = new XMLHttpRequest()
      asleep.open('GET', '/api/sleep', false)
      asleep.send()
      post.click()
      return asleep.status
    })
  await two.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await two.getByRole('dialog').getByRole('button', { name: 'Log out and discard' }).click()
  await expect(two).toHaveURL('/')
  await two.getByRole('link', { name: 'Log In', exact: true }).first().click()
  await logIn(two, ben)
  await expect(two).toHaveURL(/\/(settings|rooms)$/)
  wake()
  expect(await pressed).toBe(200)

  await enter(two, slug)
  await say(two, 'Now it is Ben.')
  await expect.poll(() => club.stored(slug)).toEqual(['Now it is Ben.'])
  await expect(one).toHaveURL('/rooms')
  await expect(one.getByText(ben.username).first()).toBeVisible()
  expect(await club.stored(slug)).toEqual(['Now it is Ben.'])
})

test('whatever a member does says for whom: a post, a photo', async ({ club, device }) => {
  const { mia, slug } = await club.guest()
  const page = await device({ as: mia })
  await enter(page, slug)
  const acts = new Map<string, string | undefined>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      acts.set(`${request.method()} ${pathname}`, request.headers()[MEMBER_HEADER])
  })
  await say(page, 'Good evening.')
  await expect.poll(() => club.stored(slug)).toEqual(['Good evening.'])
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Choose photos' })).toBeVisible()
  await page.locator('input[multiple]').setInputFiles(jpeg('a.jpg', await card(600, 600)))
  await expect(page.locator('li[data-photo] img')).toHaveCount(1)
  await expect.poll(() => [...acts.keys()].some((act) => act.includes('photos'))).toBe(true)
  const note = await page.evaluate(() => localStorage.getItem('parlour.session'))
  const { userId } = JSON.parse(note ?? '{}') as { userId?: string }
  expect(userId).toBeTruthy()
  expect(acts.size).toBeGreaterThan(1)
  for (const [act, member] of acts) expect(member, act).toBe(userId)
})
