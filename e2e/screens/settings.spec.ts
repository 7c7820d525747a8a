import { expect, test } from '../club/journey.ts'

const BOUNDS = [
  { width: 1440, height: 900, page: 1600, card: 180 },
  { width: 390, height: 844, page: 2400, card: Number.POSITIVE_INFINITY },
]
const CARDS = 6

test('the settings are one short page of six short cards @long', async ({ club, device }) => {
  const mia = await club.member({ name: 'Mia' })
  for (const { width, height, page: most, card: highest } of BOUNDS)
    for (const value of ['de', 'en'])
      await test.step(`${width} px, ${value}`, async () => {
        const chosen = { origin: club.url, localStorage: [{ name: 'language', value }] }
        const storageState = { cookies: [], origins: [chosen] }
        const page = await device({ as: mia, viewport: { width, height }, storageState })
        await page.goto('/settings')
        await expect(page.locator('html')).toHaveAttribute('lang', value)
        const cards = page.locator('main section:has(h2)')
        await expect(cards).toHaveCount(CARDS)
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
        const seen = await page.evaluate(() => ({
          height: document.documentElement.scrollHeight,
          isTooWide: document.documentElement.scrollWidth > innerWidth,
        }))
        expect.soft(seen.height, 'the whole page').toBeLessThanOrEqual(most)
        expect.soft(seen.isTooWide).toBe(false)
        for (const card of await cards.all()) {
          const box = await card.boundingBox()
          expect.soft(box!.height, await card.innerText()).toBeLessThanOrEqual(highest)
        }
        await page.context().close()
      })
})

const OLD = [
  ['#security-password', '/settings/account#security-password'],
  ['#push', '/settings/notifications#push'],
  ['#blocks', '/settings/visibility#blocks'],
  ['#consents', '/settings/records#consents'],
  ['#danger', '/settings#danger'],
] as const

test('an old link into the settings leads to where its part is now, and shows it', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member({ name: 'Mia' }) })
  for (const [hash, now] of OLD) {
    await page.goto('/settings')
    await page.goto(`/settings${hash}`)
    await expect(page).toHaveURL((url) => url.pathname + url.hash === now)
    await expect(page.locator(hash)).toBeInViewport()
  }
})
