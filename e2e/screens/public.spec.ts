import { get } from 'node:http'
import { waitForPaint, expect, test, type Page } from '../club/journey.ts'

const AT_MOST = { bytes: 60_000, requests: 6 }
/** The banner, which only who has not chosen yet loads. */
const BANNER = { bytes: 3_000, requests: 1 }
const LEGAL = ['terms', 'privacy', 'impressum', 'cookies']

test('without scripts every public page is complete, and leads to every other', async ({
  device,
}) => {
  const page = await device({ javaScriptEnabled: false })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Parlour Club.' })).toBeVisible()
  // at the door, and once more below all there is to read
  for (const [name, path] of [
    ['Sign Up', '/signup'],
    ['Log In', '/login'],
  ] as const) {
    const ways = page.getByRole('main').getByRole('link', { name })
    await expect(ways).toHaveCount(2)
    for (const way of await ways.all()) await expect(way).toHaveAttribute('href', path)
  }
  await expect(page.getByRole('button', { name: 'Dark colours' })).toBeHidden()
  for (const name of LEGAL) {
    await page.getByRole('contentinfo').locator(`a[href="/legal/${name}"]`).click()
    await expect(page).toHaveURL(`/legal/${name}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(200)
  }
  await page.goto('/legal/terms')
  await page.getByRole('link', { name: '16. Final provisions' }).click()
  await expect(page.locator(':target')).toBeInViewport()

  // the server takes the choice of language, and remembers it
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/legal\/terms(#|$)/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('banner').locator('a[href="/"]').click()
  await expect(page.getByRole('heading', { name: 'Willkommen im Parlour Club.' })).toBeVisible()
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Hoppla! Seite nicht gefunden' })).toBeVisible()
})

test('the landing page weighs 60 kB in all, in six requests, and the cookie banner 3 kB in one more', async ({
  club,
  device,
}) => {
  for (const [language, isUnasked] of [
    ['mul', false],
    ['mul', true],
    ['de', true],
    ['en', false],
  ] as const) {
    const page = await device({ isUnasked })
    const cookie = `language=${language}`
    await page.context().addCookies([{ name: 'language', value: language, url: club.url }])
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).pathname))
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    // what a browser with a window asks for besides
    for (const link of await page.locator('link[rel=icon], link[rel=manifest]').all())
      asked.add((await link.getAttribute('href'))!)
    const weights = await Promise.all(
      [...asked].map(async (path) => [path, await weightOf(club.url + path, cookie)] as const),
    )
    const bytes = weights.reduce((sum, [, weight]) => sum + weight, 0)
    const table = `${bytes} bytes: ${weights.map((one) => one.join(' ')).join(', ')}`
    test.info().annotations.push({ type: `landing, ${language}`, description: table })
    expect(bytes, table).toBeLessThanOrEqual(AT_MOST.bytes + (isUnasked ? BANNER.bytes : 0))
    expect(asked.size, table).toBeLessThanOrEqual(
      AT_MOST.requests + (isUnasked ? BANNER.requests : 0),
    )
  }
})

/** Bytes of the body as it travels. */
const weightOf = (url: string, cookie: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br', cookie } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })

const SIZES = [
  { width: 320, height: 640 },
  { width: 412, height: 860 },
  { width: 1440, height: 900 },
]

test('the words stand there before the fonts, and nothing moves when they come @long', async ({
  club,
  device,
}) => {
  const page = await device()
  await watchShifts(page)
  let fonts = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await fonts.promise
    await route.continue()
  })
  for (const language of ['de', 'en']) {
    await page.context().addCookies([{ name: 'language', value: language, url: club.url }])
    for (const viewport of SIZES)
      for (const path of ['/', '/legal/terms']) {
        fonts = Promise.withResolvers<void>()
        await page.setViewportSize(viewport)
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        await page.waitForFunction(
          () => performance.getEntriesByName('first-contentful-paint').length,
        )
        fonts.resolve()
        await page.evaluate(() => document.fonts.ready)
        await waitForPaint(page)
        const shifted = await page.evaluate(() => (window as unknown as Shifts).shifted())
        expect(shifted, `${path} in ${language} at ${viewport.width}`).toBeLessThan(0.02)
      }
  }
})

type Shifts = { shifted(): number }

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    let sum = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as unknown as { value: number }).value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    ;(window as unknown as Shifts).shifted = () => {
      // those it was not told of yet
      add(observer.takeRecords())
      return sum
    }
  })

test('a choice of language on a public page is the app’s as well, and leaves its cookie only then @long', async ({
  device,
}) => {
  const page = await device()
  await page.goto('/')
  expect(await page.context().cookies()).toEqual([])
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: 'Willkommen im Parlour Club.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await page.context().cookies()).toMatchObject([
    { name: 'language', value: 'de', sameSite: 'Lax', path: '/' },
  ])
  await page.getByRole('link', { name: 'Anmelden' }).first().click()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()

  // and the other way round
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/legal/privacy')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible()
})

test('the colours chosen on a public page hold in the app, from the first paint @long', async ({
  device,
}) => {
  const page = await device({ colorScheme: 'light' })
  await page.goto('/')
  const colours = page.getByRole('button', { name: 'Dark colours' })
  await expect(colours).toHaveAttribute('aria-pressed', 'false')
  const light = await groundOf(page)
  await colours.click()
  await expect(colours).toHaveAttribute('aria-pressed', 'true')
  expect(await groundOf(page)).not.toBe(light)
  for (const path of ['/login', '/legal/terms']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(colours).toHaveAttribute('aria-pressed', 'true')
    expect(await groundOf(page)).not.toBe(light)
  }
})

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
