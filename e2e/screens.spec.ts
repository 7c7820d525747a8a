import { pageAt } from '#contract/pages.ts'
import { expect, test, type Page } from './journey.ts'
import { expectNothingFound } from './screens.axe.ts'
import { screens, show, type Screen, type Stage } from './screens.ts'

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 640 }
/** A tablet and a small laptop: where columns have the least room to be some. */
const BETWEEN = [768, 1024]
/** Both languages meet both themes and both widths; the mixture of their words meets one of each. */
const LOOKS = {
  de: [
    [NARROW, 'light'],
    [WIDE, 'dark'],
  ],
  en: [
    [NARROW, 'dark'],
    [WIDE, 'light'],
  ],
} as const
/** First the mixture, which newcomers see. */
const LANGUAGES = ['mul', 'de', 'en'] as const
/** So many go through the screens at a time, each through their own part. */
const PARTS = 8

for (let part = 0; part < PARTS; part += 1)
  test(`every screen and state is accessible in each language, light and dark, wide and narrow, part ${part + 1}`, async ({
    club,
    device,
  }) => {
    test.setTimeout(600_000)
    const [slug, fullSlug, emptySlug] = [
      await club.room({ name: 'Bibliothek' }),
      await club.room({ name: 'Salon' }),
      await club.room({ name: 'Wintergarten' }),
    ]
    const [mia, ben, chief] = [
      await club.member(),
      await club.member({ name: 'Ben' }),
      await club.member({ name: 'Jo', isAdmin: true }),
    ]
    // what is the same in fifty states of a room is looked at in three of them
    for (const [room, posts] of [
      [slug, 3],
      [fullSlug, 12],
    ] as const) {
      for (const who of [mia, ben]) await club.enter(who, room)
      for (let post = 0; post < posts; post += 1) await club.post(ben, room, `Guten Abend ${post}!`)
      await club.post(mia, room, `${'Donaudampfschifffahrt'.repeat(6)}\n${'a'.repeat(100)}`)
    }
    const pages = {
      visitor: await device(),
      member: await device({ as: mia }),
      admin: await device({ as: chief }),
    }

    // an account's own choice would stay for the next screen
    for (const page of Object.values(pages))
      await page
        .context()
        .route('**/api/auth/language', (route) => route.fulfill({ json: { done: true } }))

    for (const screen of screens.filter((_, index) => index % PARTS === part))
      await test.step(screen.name, async () => {
        const page = pages[screen.as]
        const stage = { club, page, mia, ben, slug, fullSlug, emptySlug }
        for (const language of screen.isBilingual ? (['mul'] as const) : LANGUAGES) {
          await page.setViewportSize(WIDE)
          if (language === 'mul' || isStatic(screen) || !(await switchTo(page, language)))
            await showIn(language, screen, stage)
          await expect(page.locator('html')).toHaveAttribute(
            'lang',
            language === 'mul' ? screen.mixed : language,
          )
          await expectLanguageSwitch(page)
          const isMixture = language === 'mul' && !screen.isBilingual
          const looks = LOOKS[language === 'en' ? 'en' : 'de']
          for (const [window, colorScheme] of isMixture ? [looks[part % 2]!] : looks) {
            await page.setViewportSize(window)
            await page.emulateMedia({ colorScheme })
            const when = `${screen.name}, ${language}, ${colorScheme}, ${window.width} px`
            await expectInPlace(page, when)
            await expectNothingFound(page, when)
          }
          for (const width of isMixture ? [] : BETWEEN) {
            await page.setViewportSize({ ...WIDE, width })
            await expectInPlace(page, `${screen.name}, ${language}, ${width} px`)
          }
        }
      })
  })

/** Opens a screen as whoever chose that language before; in the mixture nobody did. */
async function showIn(language: string, screen: Screen, stage: Stage): Promise<void> {
  const { page, club } = stage
  await page.context().clearCookies({ name: 'language' })
  if (language !== 'mul')
    await page.context().addCookies([{ name: 'language', value: language, url: club.url }])
  await page
    .evaluate((chosen) => {
      if (chosen === 'mul') localStorage.removeItem('language')
      else localStorage.setItem('language', chosen)
    }, language)
    .catch(() => {})
  await show(screen, stage)
}

/**
 * Chooses another language on the screen as it stands, which is faster than coming to it again.
 * Answers false where that cannot be done, or where it changed more than the words.
 */
async function switchTo(page: Page, language: 'de' | 'en'): Promise<boolean> {
  const name = { de: 'Deutsch', en: 'English' }[language]
  // the words of another language come from the server
  if (!(await page.evaluate(() => navigator.onLine))) return false
  const before = await signs(page)
  // from the script, because an open dialog keeps the pointer away
  await page
    .locator('header')
    .getByRole('button', { name, includeHidden: true })
    .evaluate((button: HTMLElement) => button.click())
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  return (await signs(page)) === before
}

/** What an act brought about on a screen: dialogs, problems, toasts, what is open. */
const signs = (page: Page) =>
  page.evaluate(() =>
    ['[role*=dialog]', '[aria-invalid=true]', '[data-tone]', '[aria-expanded=true]', 'main *']
      .map((sign) => document.querySelectorAll(sign).length)
      .join(),
  )

/** Public pages come anew in another language. */
const isStatic = ({ path }: Screen) => pageAt(path.replace(/[?#].*/, ''))?.isStatic === true

async function expectLanguageSwitch(page: Page): Promise<void> {
  // what a screen gives way to may still be there, hidden
  const header = page.locator('header:visible')
  for (const name of ['Deutsch', 'English'])
    await expect(header.getByRole('button', { name, includeHidden: true })).toBeVisible()
}

/** Nothing scrolls sideways, and nothing stands out of its page or window but what does so on both sides. */
async function expectInPlace(page: Page, when: string): Promise<void> {
  const found = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const out: string[] = []
    if (scrollWidth > clientWidth) out.push(`the page is ${scrollWidth} px wide`)
    for (const place of document.querySelectorAll('main, [role$=dialog]')) {
      const { left, right } = place.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(place)
      // the way out of a window stands nearer to its edge than its words
      const [before, after] = place.matches('main') ? [paddingLeft, paddingRight] : ['0', '0']
      const [from, to] = [left + parseFloat(before), right - parseFloat(after)]
      for (const element of place.querySelectorAll('*')) {
        const box = element.getBoundingClientRect()
        const over = box.right - to
        if (over <= 1 || Math.abs(from - box.left - over) <= 1 || box.width <= 1) continue
        if (!element.checkVisibility({ visibilityProperty: true }) || isClipped(element, place))
          continue
        out.push(`${Math.round(over)} px: ${element.outerHTML.slice(0, 120)}`)
      }
    }
    return out.slice(0, 5)

    function isClipped(element: Element, place: Element): boolean {
      const parent = element.parentElement
      if (!parent || parent === place) return false
      return getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent, place)
    }
  })
  expect.soft(found, when).toEqual([])
}
