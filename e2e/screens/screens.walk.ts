import { findPage } from '#contract/pages.ts'
import type { Look } from '#testing/looks.ts'
import { bringAxe } from './axe.ts'
import { expect, type Member, type Page } from '../club/journey.ts'
import type { ClubUnderTest } from '../club/club.ts'
import { expectNothingFound } from '../gallery/screens.axe.ts'
import { expectInPlace } from './screens.place.ts'
import { leave, show, type Screen, type GalleryStage } from '../gallery/screens.ts'

const WINDOWS = { narrow: { width: 320, height: 640 }, wide: { width: 1280, height: 900 } }
/** A tablet and a small laptop: where columns have the least room to be some. */
export const BETWEEN = [768, 1024] as const

type Device = (options?: { as: Member }) => Promise<Page>

/** Opens the rooms, members and browsers that the screens need, and answers what a screen's stage is. */
export async function openStages(
  club: ClubUnderTest,
  device: Device,
): Promise<(screen: Screen) => GalleryStage> {
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
    // more than a tall window holds
    [fullSlug, 20],
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
  for (const page of Object.values(pages)) {
    await page.addInitScript(keepChoiceHere)
    await bringAxe(page)
    // what a browser keeps of the club it keeps from its first page on
    await leave(page)
  }
  return ({ as }) => ({ club, page: pages[as], mia, ben, slug, fullSlug, emptySlug })
}

/**
 * An account's own choice of a language would stay for the next screen. Answered within the page,
 * because a route costs each load of each page its cache.
 */
function keepChoiceHere(): void {
  const ask = window.fetch
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.endsWith('/api/auth/language')) return ask(input, init)
    return Promise.resolve(Response.json({ done: true }))
  }
}

/** Brings the screen up in a language, in a wide window unless the screen stands there already. */
export async function bringUp(
  screen: Screen,
  stage: GalleryStage,
  language: Look['language'],
  { isThere }: { isThere: boolean },
): Promise<void> {
  const { page } = stage
  await page.setViewportSize(WINDOWS.wide)
  if (!isThere || language === 'mul' || isStatic(screen) || !(await switchTo(page, language)))
    await showIn(language, screen, stage)
  await expect(page.locator('html')).toHaveAttribute(
    'lang',
    language === 'mul' ? screen.mixed : language,
  )
  if (!screen.isBare) await expectLanguageSwitch(page)
}

/** Judges the screen as it stands, in one theme and at one width. */
export async function judge(screen: Screen, { page }: GalleryStage, look: Look): Promise<void> {
  const window = WINDOWS[look.width]
  await page.setViewportSize(window)
  await page.emulateMedia({ colorScheme: look.theme })
  const when = `${screen.name}, ${look.language}, ${look.theme}, ${window.width} px`
  await expectInPlace(page, when)
  await expectNothingFound(page, when)
}

/** Judges what becomes of the screen's columns at a width between those of a phone and a desk. */
export async function judgeMiddleWidth(
  screen: Screen,
  { page }: GalleryStage,
  language: Look['language'],
  width: (typeof BETWEEN)[number],
): Promise<void> {
  await page.setViewportSize({ ...WINDOWS.wide, width })
  await expectInPlace(page, `${screen.name}, ${language}, ${width} px`)
}

/** Opens a screen with that language chosen before; in the mixture none is. */
async function showIn(
  language: Look['language'],
  screen: Screen,
  stage: GalleryStage,
): Promise<void> {
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
  const choice = languageSwitch(page).getByRole('button', { name, includeHidden: true })
  // a phone has it on a screen of its own
  if ((await choice.count()) === 0) return false
  // from the script, because an open dialog keeps the pointer away
  await choice.evaluate((button: HTMLElement) => button.click())
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
const isStatic = ({ path }: Screen) => findPage(path.replace(/[?#].*/, ''))?.isStatic === true

/** In the header of visitors, in the foot of the rail of members. */
const languageSwitch = (page: Page) => page.locator('body header, footer')

async function expectLanguageSwitch(page: Page): Promise<void> {
  // a folded rail leads to it, as on a tablet
  if (await page.locator('html[data-folded]').count())
    return expect(page.locator('nav a[href="/me"]')).toBeVisible()
  // what a screen gives way to may still be there, hidden
  const names = { name: /^(Deutsch|English)$/, includeHidden: true }
  const shown = languageSwitch(page).getByRole('button', names).filter({ visible: true })
  await expect(shown).toHaveCount(2)
}
