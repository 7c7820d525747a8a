import { expect, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const KB = 1_000
const STAFF = [
  '/admin',
  '/admin/reports',
  '/admin/verifications',
  '/admin/members',
  '/admin/rooms',
  '/admin/icebreakers',
  '/admin/words',
]
const SETTINGS = ['/settings', '/settings/account', '/settings/visibility']

/** The scripts a cold page has asked for, as large as they came over the line, heaviest first. */
async function weigh(page: Page, path: string): Promise<{ kb: number; list: string[] }> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.toJSON() as PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, encodedBodySize }))
      .toSorted((a, b) => b.encodedBodySize - a.encodedBodySize),
  )
  return {
    kb: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / KB,
    list: files.map((file) => `${(file.encodedBodySize / KB).toFixed(1)} kB ${file.name}`),
  }
}

for (const [who, paths, most] of [
  ['staff', STAFF, 197],
  ['settings', SETTINGS, 195],
] as const)
  test(`a page of ${who} loads at most ${most} kB of compressed JavaScript, whichever comes first @long`, async ({
    club,
    device,
  }) => {
    const member = await club.member({ isAdmin: who === 'staff' })
    for (const path of paths) {
      const { kb, list } = await weigh(await device({ as: member }), path)
      test.info().annotations.push({ type: 'weight', description: `${path}: ${kb.toFixed(1)} kB` })
      const told = [`${path}: ${kb.toFixed(1)} kB`, ...list].join('\n')
      expect.soft(kb, told).toBeGreaterThan(10)
      expect.soft(kb, told).toBeLessThanOrEqual(most)
    }
  })
