import { expect, expectAccessible, test, type Page } from './journey.ts'
import { screens, show } from './screens.ts'

const LANGUAGES = ['mul', 'de', 'en'] as const
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 640 }

for (const language of LANGUAGES)
  for (const as of ['visitor', 'member', 'admin'] as const)
    test(`every screen of a ${as} is accessible in ${language}, light and dark, wide and narrow`, async ({
      club,
      device,
    }) => {
      test.setTimeout(180_000)
      const slug = await club.room({ name: 'Bibliothek' })
      const mia = await club.member({ isAdmin: as === 'admin' })
      await club.enter(mia, slug)
      await club.post(
        mia,
        slug,
        `${'Donaudampfschifffahrt'.repeat(6)}\nhttps://example.org/${'a'.repeat(80)}`,
      )
      const page = await device({
        viewport: WIDE,
        storageState: remembering(club.url, language),
        ...(as !== 'visitor' && { as: mia }),
      })

      const own = screens.filter((one) => one.as === as)
      for (const screen of own.filter((one) => !one.isBilingual || language === 'mul'))
        await test.step(screen.name, async () => {
          await page.setViewportSize(WIDE)
          await page.emulateMedia({ colorScheme: 'light' })
          await show(screen, { club, page, mia, slug })
          await expect(page.locator('html')).toHaveAttribute(
            'lang',
            language === 'mul' ? screen.mixed : language,
          )
          await expectLanguageSwitch(page)
          await expectAccessible(page)
          await page.emulateMedia({ colorScheme: 'dark' })
          await page.setViewportSize(NARROW)
          await expectNoSidewaysScroll(page)
          // what changes with the colours and the width
          await expectAccessible(page, ['color-contrast', 'link-in-text-block', 'target-size'])
        })
    })

/** A device on which a language was chosen before; in the mixture none was. */
const remembering = (origin: string, language: (typeof LANGUAGES)[number]) => ({
  cookies: [],
  origins:
    language === 'mul' ? [] : [{ origin, localStorage: [{ name: 'language', value: language }] }],
})

async function expectLanguageSwitch(page: Page): Promise<void> {
  for (const name of ['Deutsch', 'English'])
    await expect(
      page.locator('header').getByRole('button', { name, includeHidden: true }),
    ).toBeVisible()
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
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
  expect(scrolls, `${page.url()}: ${wide.join('\n')}`).toBeLessThanOrEqual(shows)
}
