import { deviceKeys } from '#contract/privacy/deviceKeys.ts'
import { enter, expect, test, type Page } from '../club/journey.ts'

const banner = (page: Page) => page.getByRole('region', { name: /Ihre Cookie-Auswahl/ })
const choose = (page: Page, name: string) =>
  banner(page).getByRole('button', { name, exact: true }).click()

/** Everything the page's browser keeps, by kind and name. */
async function kept(page: Page): Promise<string[]> {
  const stored = await page.evaluate(() => [
    ...Object.keys(localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `sessionStorage ${key}`),
  ])
  const elsewhere = await page.evaluate(async () => [
    ...(await indexedDB.databases()).map(({ name }) => `indexedDB ${name}`),
    ...('caches' in window ? await caches.keys() : []).map((name) => `cache ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(
      ({ active }) => `worker ${new URL(active?.scriptURL ?? location.href).pathname.slice(1)}`,
    ),
  ])
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`)
  return [...stored, ...elsewhere, ...cookies].sort()
}

const isListed = (one: string) =>
  deviceKeys.some(({ kind, name }) => {
    const whole = `${kind} ${name}`
    return whole.endsWith('*') ? one.startsWith(whole.slice(0, -1)) : one === whole
  })

test('before a choice a fresh browser keeps nothing, and after a refusal only the refusal @long', async ({
  device,
}) => {
  // the device fails the test when anybody else is asked for anything
  const page = await device({ isUnasked: true })
  for (const path of ['/', '/legal/terms', '/signup', '/login', '/waitlist', '/nowhere']) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
    expect((await kept(page)).filter((one) => one !== 'sessionStorage parlour.scroll')).toEqual([])
  }
  await choose(page, 'Necessary Only')
  await expect(banner(page)).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  // what the club is told of the choice waits there until it has arrived
  await expect
    .poll(() => kept(page))
    .toEqual(['localStorage cookie-consent', 'sessionStorage parlour.scroll'])
})

test('after an evening in the club the browser keeps only what is listed', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Schön hier.')
  const page = await device({ isUnasked: true, as: mia })
  await page.goto('/rooms')
  await choose(page, 'Accept All')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.locator('[data-theme-switch]').click()
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: 'Neueste unten, wie ein Chat' }).check()
  await enter(page, slug)
  await page.getByRole('textbox').first().fill('Ein Entwurf')
  for (const path of ['/profile', '/settings', '/verify', '/', '/legal/cookies'])
    await page.goto(path)
  const all = await kept(page)
  expect(all.length).toBeGreaterThan(5)
  expect(all).toContain('localStorage parlour.newest-last')
  expect(all.filter((one) => !isListed(one))).toEqual([])
})
