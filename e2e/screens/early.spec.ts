import {
  waitForPaint,
  expect,
  expectConversation,
  live,
  logIn,
  test,
  type Page,
} from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

/** Every call of the club's a page makes but its live line, in order. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/live')
      calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}

const SESSION = 'GET /api/auth/session'
const ofRoom = (slug: string) => [`POST /api/rooms/${slug}/entries`, `GET /api/rooms/${slug}/posts`]

test('a room asks for all it needs before the first answer @long', async ({ club, device }) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const page = await device({ as: mia })
  const calls = callsOf(page)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/{auth,rooms}/**', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`/room/${slug}`)
  await expect.poll(() => calls.toSorted()).toEqual([SESSION, ...ofRoom(slug)].toSorted())
  answer()
  await expectConversation(page, ['Guten Abend.'])
})

test('a room asks for nothing twice @long', async ({ club, device }) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const page = await device({ as: mia })
  const calls = callsOf(page)
  await page.goto(`/room/${slug}`)
  await expectConversation(page, ['Guten Abend.'])
  await expect(live(page)).toBeVisible()
  for (const one of [SESSION, ...ofRoom(slug)])
    expect(calls.filter((call) => call === one)).toHaveLength(1)
})

test('a first visit to a room shows its posts as well @long', async ({ club, device }) => {
  const { slug } = await club.guest('Noch frei?')
  const page = await device({ as: await club.member({ name: 'Ben' }) })
  const calls = callsOf(page)
  await page.goto(`/room/${slug}`)
  await expectConversation(page, ['Noch frei?'])
  const [entry] = ofRoom(slug)
  expect(calls.filter((call) => call === entry)).toHaveLength(1)
})

test('a visitor is led to the door, and what they were refused is asked for again behind it @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Wie schön.')
  const page = await device()
  await page.goto(`/room/${slug}`)
  await expect(page).toHaveURL('/login')
  await logIn(page, mia)
  await expect(page).toHaveURL(`/room/${slug}`)
  await expectConversation(page, ['Wie schön.'])
})

test('a room that is not there leads to the rooms, asked for once @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  const calls = callsOf(page)
  await page.goto('/room/nirgendwo')
  await expect(page).toHaveURL('/rooms')
  const [entry] = ofRoom('nirgendwo')
  expect(calls.filter((call) => call === entry)).toHaveLength(1)
})

test('a room left is entered anew on coming back, not shown from before @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Bis gleich.')
  const page = await device({ as: mia })
  const calls = callsOf(page)
  await page.goto(`/room/${slug}`)
  await expectConversation(page, ['Bis gleich.'])
  await page.locator('a[href="/rooms"]').first().click()
  // the address changes before the screen does
  await expectConversation(page, [])
  await page.goBack()
  await expectConversation(page, ['Bis gleich.'])
  const [entry] = ofRoom(slug)
  expect(calls.filter((call) => call === entry)).toHaveLength(2)
})

test('other screens of the app ask who is there, and public pages nothing @long', async ({
  device,
}) => {
  const page = await device()
  const calls = callsOf(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(calls).toEqual([])
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  expect(calls).toEqual([SESSION])
})

test('on a slow line the page says at once that it loads, and shows a screen when its styles are here @long', async ({
  device,
}) => {
  const page = await device()
  const hold = async (files: string) => {
    let send = () => {}
    const sent = new Promise<void>((resolve) => (send = resolve))
    await page.route(files, async (route) => {
      await sent
      await route.continue()
    })
    return send
  }
  // of two that hold a file, the later is asked first
  const sendStyles = await hold('**/assets/index-*.css')
  const sendRest = await hold('**/assets/*.{js,woff2}')
  await page.goto('/login', { waitUntil: 'commit' })
  const words = page.getByRole('status').filter({ hasText: 'Lädt …' })
  await expect(words).toBeVisible()
  const painted = () => page.evaluate(() => performance.getEntriesByType('paint').length)
  await expect.poll(painted).toBeGreaterThan(0)
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).background)
  const first = await ground()

  const libraries = page.waitForResponse(/libraries-.*\.js/)
  sendRest()
  await (await libraries).finished()
  await waitForPaint(page)
  await expect(words).toBeVisible()
  sendStyles()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  await expect(words).toHaveCount(0)
  expect(await ground()).toBe(first)
  // those of its parts overrule the app's own
  const sheets = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href))
  expect(sheets.filter(Boolean)[0]).toContain('/index-')
})

test('scripts that cannot be fetched are said, and asked for again @long', async ({
  browser,
  club,
}) => {
  const context = await browser.newContext({ baseURL: club.url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.route('**/assets/react-*.js', (route) => route.abort())
  await page.goto('/login#here')
  await expect(page.getByRole('status')).toContainText('Please check your connection')
  await page.unroute('**/assets/react-*.js')
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  await context.close()
})
