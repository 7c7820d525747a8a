import { expect, test, type Page } from './journey.ts'
import { expectNothingFound } from './screens.axe.ts'
import { screens, show } from './screens.ts'

const LANGUAGES = ['mul', 'de', 'en'] as const
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 640 }
/**
 * The mixture, which newcomers see, in every combination; the other two in those in which each
 * meets both themes and both widths.
 */
const LOOKS = {
  mul: [
    [WIDE, 'light'],
    [WIDE, 'dark'],
    [NARROW, 'dark'],
    [NARROW, 'light'],
  ],
  de: [
    [WIDE, 'light'],
    [NARROW, 'dark'],
  ],
  en: [
    [WIDE, 'dark'],
    [NARROW, 'light'],
  ],
} as const
/** So many go through the screens at a time, each through their own part. */
const PARTS = 5

// what is looked at is looked at often, and a trace of it would be slower than the looking
test.use({ trace: 'off' })

for (const language of LANGUAGES)
  for (let part = 0; part < PARTS; part += 1)
    test(`every screen and state is accessible in ${language}, light and dark, wide and narrow, part ${part + 1}`, async ({
      club,
      device,
    }) => {
      test.setTimeout(300_000)
      const [slug, emptySlug] = [
        await club.room({ name: 'Bibliothek' }),
        await club.room({ name: 'Wintergarten' }),
      ]
      const [mia, ben, chief] = [
        await club.member(),
        await club.member({ name: 'Ben' }),
        await club.member({ name: 'Jo', isAdmin: true }),
      ]
      for (const who of [mia, ben]) await club.enter(who, slug)
      for (let post = 0; post < 12; post += 1) await club.post(ben, slug, `Guten Abend ${post}!`)
      await club.post(
        mia,
        slug,
        `${'Donaudampfschifffahrt'.repeat(6)}\nhttps://example.org/${'a'.repeat(80)}`,
      )
      const storageState = remembering(club.url, language)
      const pages = {
        visitor: await device({ storageState }),
        member: await device({ storageState, as: mia }),
        admin: await device({ storageState, as: chief }),
      }

      const own = screens.filter((one) => !one.isBilingual || language === 'mul')
      for (const screen of own.filter((_, index) => index % PARTS === part))
        await test.step(screen.name, async () => {
          const page = pages[screen.as]
          await page.setViewportSize(WIDE)
          await show(screen, { club, page, mia, ben, slug, emptySlug })
          await expect(page.locator('html')).toHaveAttribute(
            'lang',
            language === 'mul' ? screen.mixed : language,
          )
          await expectLanguageSwitch(page)
          for (const [window, colorScheme] of LOOKS[language]) {
            await page.setViewportSize(window)
            await page.emulateMedia({ colorScheme })
            await expectNoSidewaysScroll(page, screen.name)
            await expectNothingFound(page, `${screen.name}, ${colorScheme}, ${window.width} px`)
          }
        })
    })

/** A device on which a language was chosen before; in the mixture none was. */
const remembering = (origin: string, language: (typeof LANGUAGES)[number]) => {
  const choice = { name: 'language', value: language }
  const { hostname: domain } = new URL(origin)
  const cookie = { domain, path: '/', expires: -1, httpOnly: false, secure: false } as const
  return language === 'mul'
    ? { cookies: [], origins: [] }
    : {
        cookies: [{ ...choice, ...cookie, sameSite: 'Lax' as const }],
        origins: [{ origin, localStorage: [choice] }],
      }
}

async function expectLanguageSwitch(page: Page): Promise<void> {
  // what a screen gives way to may still be there, hidden
  const header = page.locator('header:visible')
  for (const name of ['Deutsch', 'English'])
    await expect(header.getByRole('button', { name, includeHidden: true })).toBeVisible()
}

async function expectNoSidewaysScroll(page: Page, when: string): Promise<void> {
  const { scrolls, shows, wide } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      scrolls: scrollWidth,
      shows: clientWidth,
      wide: [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .slice(0, 5)
        .map((element) => element.outerHTML.slice(0, 120)),
    }
  })
  expect.soft(scrolls, `${when}: ${wide.join('\n')}`).toBeLessThanOrEqual(shows)
}
