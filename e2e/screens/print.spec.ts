import { expect, test } from '../club/journey.ts'
import { screens, show } from '../gallery/screens.ts'

/** What somebody keeps on paper: contract and invoices, receipts, decisions, legal texts. */
const KEPT = [
  'settings, Premium',
  'settings, a copy is ready',
  'settings, with a toast',
  'cancellation, received',
  'withdrawal, received',
  'a decision about oneself',
  'terms',
]

test('on paper there is nothing to press, and nothing is cut off @long', async ({
  club,
  device,
}) => {
  const [slug, mia, ben] = [await club.room(), await club.member(), await club.member()]
  const pages = { visitor: await device(), member: await device({ as: mia }) }
  for (const name of KEPT) {
    const screen = screens.find((one) => one.name === name)!
    const page = screen.as === 'visitor' ? pages.visitor : pages.member
    // as wide as a sheet of A4 between its margins
    await page.setViewportSize({ width: 718, height: 1000 })
    await page.emulateMedia({ media: 'screen' })
    await show(screen, { club, page, mia, ben, slug, fullSlug: slug, emptySlug: slug })
    await page.emulateMedia({ media: 'print' })
    const found = await page.evaluate(() => {
      const seen = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
      const words = seen('main :is(h1, h2, h3, p, dt, dd, li, td, th)')
      return {
        pressed: seen(
          'header:not(main *), footer, nav, button, [role=switch], main > a, [data-tone][role=group]',
        ).map((element) => element.outerHTML.slice(0, 120)),
        cut: words
          .filter((element) => element.scrollWidth - element.clientWidth > 1)
          .filter((element) => getComputedStyle(element).overflowX !== 'visible')
          .map((element) => element.outerHTML.slice(0, 120)),
        isWide: document.documentElement.scrollWidth > innerWidth,
        isEmpty: words.length === 0,
      }
    })
    expect.soft(found, name).toEqual({ pressed: [], cut: [], isWide: false, isEmpty: false })
  }
})
