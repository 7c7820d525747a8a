import { expect, expectAccessible, test, type Page } from '../club/journey.ts'

const banner = (page: Page) => page.getByRole('region', { name: /Ihre Cookie-Auswahl/ })
const button = (page: Page, name: string) => banner(page).getByRole('button', { name, exact: true })

const record = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cookie-consent') ?? 'null') as unknown)

type Decision = { method: string; sessionId: string; analytics: boolean; marketing: boolean }

/** What the page sends to the log from now on. What a reload cuts off is sent again, under the same id. */
function decisions(page: Page): () => Decision[] {
  const all = new Map<string, Decision>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/cookie-choices')) return
    const decision = request.postDataJSON() as Decision
    all.set(decision.sessionId, decision)
  })
  return () => [...all.values()]
}

for (const [name, method, choice, when] of [
  ['Accept All', 'accept_all', { analytics: true, marketing: true }, ' @long'],
  ['Necessary Only', 'necessary', { analytics: false, marketing: false }, ''],
  ['Schließen - nur notwendige Cookies', 'close', { analytics: false, marketing: false }, ' @long'],
] as const)
  test(`${name} is kept, logged once, and holds on every page and in every tab${when}`, async ({
    device,
    watch,
  }) => {
    const page = await device({ isUnasked: true })
    await page.goto('/')
    const other = watch(await page.context().newPage())
    await other.goto('/login')
    await expect(banner(other)).toBeVisible()
    const logged = decisions(page)
    await button(page, name).click()
    await expect(banner(page)).toHaveCount(0)
    await expect(banner(other)).toHaveCount(0)
    expect(await record(page)).toEqual({
      necessary: true,
      ...choice,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    for (const path of ['/legal/privacy', '/signup']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(banner(page)).toHaveCount(0)
    }
    expect(logged()).toMatchObject([{ method, ...choice }])
  })

test('Details, toggles and Save keep exactly what was chosen; the footer takes it back', async ({
  device,
}) => {
  const page = await device({ isUnasked: true })
  const logged = decisions(page)
  await page.goto('/')
  await button(page, 'Details').click()
  await expect(banner(page).getByRole('switch', { name: 'Necessary' })).toBeDisabled()
  await expect(banner(page).getByRole('switch', { name: 'Marketing' })).not.toBeChecked()
  await banner(page).getByRole('switch', { name: 'Analytics' }).check()
  await button(page, 'Save').click()
  expect(await record(page)).toMatchObject({ analytics: true, marketing: false })

  // from a public page, and from the app
  for (const path of ['/legal/terms', '/login']) {
    await page.goto(path)
    await expect(banner(page)).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie' }).click()
    await expect(banner(page)).toBeVisible()
    expect(await record(page)).toBe(null)
    await button(page, 'Accept All').click()
    await expect(banner(page)).toHaveCount(0)
  }
  expect(logged().map(({ method }) => method)).toEqual([
    'custom',
    'withdraw',
    'accept_all',
    'withdraw',
    'accept_all',
  ])
})

test('a choice is asked for again after twelve months, not before @long', async ({ device }) => {
  const page = await device({ isUnasked: true })
  await page.clock.install({ time: new Date('2027-01-15T12:00:00Z') })
  await page.goto('/')
  await button(page, 'Necessary Only').click()
  for (const [time, isAsked] of [
    ['2027-12-15T12:00:00Z', false],
    ['2028-01-16T12:00:00Z', true],
  ] as const)
    for (const path of ['/', '/login']) {
      await page.clock.setSystemTime(new Date(time))
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await page.clock.runFor(1_000)
      await expect(banner(page)).toHaveCount(isAsked ? 1 : 0)
    }
})

test('the two choices weigh the same, side by side for hand and keyboard @long', async ({
  device,
}) => {
  const page = await device({ isUnasked: true })
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const [accept, refuse] = await Promise.all(
      ['Accept All', 'Necessary Only'].map((name) =>
        button(page, name).evaluate((one) => {
          const { width, height } = one.getBoundingClientRect()
          const { color, backgroundColor, fontSize, fontWeight, borderColor } =
            getComputedStyle(one)
          return { width, height, color, backgroundColor, fontSize, fontWeight, borderColor }
        }),
      ),
    )
    expect(accept).toEqual(refuse)
  }
  await button(page, 'Accept All').focus()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Necessary Only')).toBeFocused()
})

test('on a phone the banner is low, and hides neither way in of the landing page @long', async ({
  device,
}) => {
  const page = await device({ isUnasked: true, viewport: { width: 390, height: 664 } })
  for (const language of ['mul', 'de', 'en'] as const) {
    await page.goto(`/?language=${language}`)
    await expect(banner(page)).toBeVisible()
    const { y, height } = (await banner(page).boundingBox())!
    expect(height).toBeLessThanOrEqual(196)
    for (const path of ['/signup', '/login']) {
      const way = page.getByRole('main').locator(`a[href="${path}"]`).first()
      const box = (await way.boundingBox())!
      expect(box.y + box.height, `${path} in ${language}`).toBeLessThanOrEqual(y)
      expect(box.height).toBeGreaterThanOrEqual(44)
    }
    for (const name of ['Accept All', 'Necessary Only', 'Details'])
      expect((await button(page, name).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`in the ${colorScheme} nothing keeps anybody from using the banner @long`, async ({
    device,
  }) => {
    const page = await device({ isUnasked: true, colorScheme })
    for (const [path, width] of [
      ['/', 320],
      ['/legal/impressum', 1440],
      ['/login', 768],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto(path)
      await expect(banner(page)).toBeVisible()
      await expectAccessible(page)
      await button(page, 'Details').click()
      await expectAccessible(page)
      await expect(button(page, 'Save')).toBeInViewport()
    }
  })

test('imprint and privacy can be read to the end with the banner open at 320 px @long', async ({
  device,
}) => {
  const page = await device({ isUnasked: true, viewport: { width: 320, height: 568 } })
  for (const name of ['impressum', 'privacy']) {
    await page.goto(`/legal/${name}`)
    await expect(banner(page)).toBeVisible()
    const free = await banner(page).evaluate((one) => one.getBoundingClientRect().top)
    expect(free).toBeGreaterThan(190)
    const last = page.getByRole('contentinfo').getByRole('link').last()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const { y, height } = (await last.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(free)
  }
})

test('what has the focus is never behind the banner @long', async ({ club, device }) => {
  const page = await device({
    isUnasked: true,
    as: await club.member(),
    viewport: { width: 320, height: 640 },
  })
  for (const path of ['/', '/legal/impressum', '/rooms', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(banner(page)).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const hidden: string[] = []
    for (let stop = 0; stop < 45; stop += 1) {
      await page.keyboard.press('Tab')
      const behind = await page.evaluate(() => {
        const own = document.activeElement!
        const { top, bottom, left, width } = own.getBoundingClientRect()
        if (own === document.body || own.closest('[aria-labelledby="cookies-de cookies-en"]'))
          return null
        const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
        return own.contains(seen) || seen?.contains(own) ? null : own.outerHTML.slice(0, 90)
      })
      if (behind) hidden.push(behind)
    }
    expect(hidden, path).toEqual([])
  }
})

test('a confirmation link in a fresh browser: its button is in front of the banner, on the smallest phone', async ({
  device,
}) => {
  const page = await device({ isUnasked: true, viewport: { width: 320, height: 568 } })
  await page.goto(`/#confirm=${'x'.repeat(43)}`)
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await expect(banner(page)).toBeVisible()
  await expect(confirm).toBeInViewport({ ratio: 1 })
  const isInFront = () =>
    confirm.evaluate((own) => {
      const { top, bottom, left, width } = own.getBoundingClientRect()
      return own.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2))
    })
  await expect.poll(isInFront).toBe(true)
})

test('on the smallest phone with letters of twice the size every button of the banner is in reach @long', async ({
  device,
}) => {
  const page = await device({ isUnasked: true })
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  await expect(banner(page)).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const inReach = async (name: string) => {
    await button(page, name).scrollIntoViewIfNeeded()
    await expect(button(page, name)).toBeInViewport({ ratio: 1 })
    const fits = (one: HTMLElement) => one.scrollWidth <= one.clientWidth
    expect(await button(page, name).evaluate(fits)).toBe(true)
  }
  for (const name of ['Accept All', 'Necessary Only', 'Details']) await inReach(name)
  await button(page, 'Details').click()
  await inReach('Save')
  await button(page, 'Save').click()
  await expect(banner(page)).toHaveCount(0)
})
