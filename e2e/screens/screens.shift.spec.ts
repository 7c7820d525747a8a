import { expect, test, type Page } from '../club/journey.ts'

/** A slow phone line: everything comes late, and in its own time. */
const LINE = { latency: 150, downloadThroughput: 180_000, uploadThroughput: 90_000, offline: false }
const MOST = 0.02
const DEVICES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

for (const viewport of DEVICES)
  test(`nothing jumps while a screen loads, ${viewport.width} px wide @long`, async ({
    club,
    device,
  }) => {
    test.setTimeout(120_000)
    const slug = await club.room({ name: 'Bibliothek' })
    const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
    for (const who of [mia, ben]) await club.enter(who, slug)
    for (let post = 0; post < 25; post += 1) await club.post(ben, slug, `Guten Abend ${post}!`)

    const heading = (page: Page) => page.locator('main h1:not(.visually-hidden)')
    const articles = (page: Page) => page.getByRole('article').first()
    for (const [path, arrived, as] of [
      ['/', heading, undefined],
      ['/login', heading, undefined],
      ['/rooms', articles, mia],
      [`/room/${slug}`, articles, mia],
    ] as const)
      await test.step(path, async () => {
        // each in a browser that has nothing yet
        const page = await device({ viewport, ...(as && { as }) })
        const line = await page.context().newCDPSession(page)
        await line.send('Network.enable')
        await line.send('Network.emulateNetworkConditions', LINE)
        await page.addInitScript(noteShifts)
        await page.goto(path)
        await expect(arrived(page)).toBeVisible()
        await page.evaluate(() => document.fonts.ready.then(() => {}))
        await page.waitForLoadState('load')
        const shifts = await page.evaluate(() => window.shifts)
        const sum = shifts.reduce((all, { value }) => all + value, 0)
        expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(MOST)
        await page.context().close()
      })
  })

type Shift = { value: number; what: string[] }
declare global {
  interface Window {
    shifts: Shift[]
  }
}

function noteShifts() {
  window.shifts = []
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node?: Node | null }[]
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
      if (!hadRecentInput)
        window.shifts.push({
          value,
          what: sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 80) ?? ''),
        })
  }).observe({ type: 'layout-shift', buffered: true })
}
