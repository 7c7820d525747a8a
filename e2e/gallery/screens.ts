import type { ClubUnderTest } from '../club/club.ts'
import { necessaryOnly } from '../club/choice.ts'
import { expect, type Member, type Page } from '../club/journey.ts'
import { bellScreens } from './screens.bell.ts'
import { giveUp } from './screens.acts.ts'
import { billingScreens } from './screens.billing.ts'
import { blockScreens } from './talk/screens.blocks.ts'
import { consentScreens } from './screens.consent.ts'
import { declarationScreens } from './screens.declarations.ts'
import { doorScreens } from './staff/screens.door.ts'
import { houseScreens } from './staff/screens.house.ts'
import { legalScreens } from './screens.legal.ts'
import { memberScreens } from './screens.members.ts'
import { mineScreens } from './screens.mine.ts'
import { moneyScreens } from './staff/screens.money.ts'
import { presenceScreens } from './talk/screens.presence.ts'
import { menuScreens } from './screens.menu.ts'
import { peopleScreens } from './screens.people.ts'
import { pacingScreens } from './staff/screens.pacing.ts'
import { profileScreens } from './screens.profiles.ts'
import { safetyScreens } from './screens.safety.ts'
import { reviewScreens } from './staff/screens.review.ts'
import { roomScreens } from './talk/screens.rooms.ts'
import { securityScreens } from './screens.security.ts'
import { tableScreens } from './talk/screens.tables.ts'
import { talkScreens } from './talk/screens.talk.ts'
import { verificationScreens } from './screens.verification.ts'
import { visitorScreens } from './screens.visitors.ts'

export type GalleryStage = {
  club: ClubUnderTest
  page: Page
  mia: Member
  /** Somebody else in the room. */
  ben: Member
  /** A room in which something was said. */
  slug: string
  /** One in which so much was said that it has to be scrolled. */
  fullSlug: string
  /** A room in which nothing was said yet. */
  emptySlug: string
}
export type Screen = {
  name: string
  /** Who stands before it. */
  as: 'visitor' | 'member' | 'admin'
  path: string
  /** The language of the screen in the club's own mixture. */
  mixed: 'de' | 'en'
  /** Says everything in both languages, whichever is chosen. */
  isBilingual?: true
  /** More than a window full, and worth seeing to its end. */
  isLong?: true
  /** A selector of what it is about, where that is far down. With `isLong`, it is seen to its own end. */
  shows?: string
  /** Shows what stands there while something is on its way. */
  isWaiting?: true
  /** Stands for a moment, before it is known who asks: nothing around it yet, no choice of language either. */
  isBare?: true
  /** What has to be so before the screen opens, such as a club that does not answer. */
  before?: (stage: GalleryStage) => Promise<unknown>
  /** What has to be done to see it. Nothing here may depend on the language. */
  prepare?: (stage: GalleryStage) => Promise<unknown>
}

/** Every screen, with the states that only an act or a mishap brings about. */
export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...doorScreens,
  ...legalScreens,
  ...declarationScreens,
  ...consentScreens,
  ...memberScreens,
  ...billingScreens,
  ...presenceScreens,
  ...peopleScreens,
  ...profileScreens,
  ...verificationScreens,
  ...roomScreens,
  ...talkScreens,
  ...tableScreens,
  ...blockScreens,
  ...pacingScreens,
  ...menuScreens,
  ...reviewScreens,
  ...safetyScreens,
  ...moneyScreens,
  ...houseScreens,
  ...mineScreens,
  ...securityScreens,
  ...bellScreens,
]

/** What each page showed last. */
const shown = new WeakMap<Page, Screen>()

/** A page of the club's with nothing to do: for a blank one the browser would start another process. */
const NOWHERE = '/robots.txt'

/** Leaves whatever the page shows, for nowhere. */
export async function leave(page: Page): Promise<void> {
  const isOnLine = await page.evaluate(() => navigator.onLine)
  await page.goto(isOnLine ? NOWHERE : 'about:blank')
}

/** Brings a page to a screen as it is first seen. */
export async function show(screen: Screen, stage: GalleryStage): Promise<void> {
  const { page, slug, fullSlug, emptySlug } = stage
  // each begins at its head, wherever it was left before
  const last = shown.get(page)
  if (!last)
    await page.addInitScript((nowhere) => {
      if (location.protocol === 'about:' || location.pathname === nowhere) return
      sessionStorage.removeItem('parlour.scroll')
      if (sessionStorage.getItem('begun')) return
      // whatever the last screen kept for later, even as it was left, is not this one's
      sessionStorage.setItem('begun', 'yes')
      for (const key of Object.keys(localStorage))
        if (/^parlour\.((draft|outbox)\.|rail$)/.test(key)) localStorage.removeItem(key)
    }, NOWHERE)
  shown.set(page, screen)
  await page
    .evaluate(({ name, value }) => {
      sessionStorage.clear()
      localStorage.removeItem('parlour.newest-last')
      localStorage.setItem(name, value)
    }, necessaryOnly())
    .catch(() => {})
  // what was done on the last screen and still waits to be sent would go out from it, were it still
  // there; and to another part of the same page a browser only scrolls
  if (last?.prepare || screen.path.includes('#')) await leave(page)
  await giveUp()
  await page.context().setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.mouse.move(0, 0)
  await screen.before?.(stage)
  const rooms = { ':slug': slug, ':full': fullSlug, ':empty': emptySlug }
  await page.goto(
    Object.entries(rooms).reduce((path, [sign, at]) => path.replace(sign, at), screen.path),
  )
  await expectHeading(page)
  if (!screen.isWaiting) await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await screen.prepare?.(stage)
  // what was done may have brought another screen, which is on its way
  await expectHeading(page)
}

/** By tag, because an open dialog hides the rest from assistive technology. */
const expectHeading = (page: Page) => expect(page.locator('main :is(h1, h2)').first()).toBeVisible()
