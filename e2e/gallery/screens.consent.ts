import type { getSession } from '#contract/accounts/session.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { expect, type Page } from '../club/journey.ts'
import { answering, dialog, press, refusing, steps } from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

type Session = NonNullable<AnswerOf<typeof getSession>['session']>

const visitor = { as: 'visitor', mixed: 'en', before: unasked } as const
const room = {
  as: 'member',
  mixed: 'en',
  path: '/room/:slug',
  // the room behind the question is not there yet
  isWaiting: true,
  before: refusing(/\/entries$/, 403, 'consent_required'),
} as const

/** Whatever asks for a yes, and the way back from it. */
export const consentScreens: Screen[] = [
  { ...visitor, name: 'cookie banner', path: '/', prepare: asked },
  { ...visitor, name: 'cookie banner, details', path: '/', prepare: steps(asked, details) },
  { ...visitor, name: 'cookie banner over the imprint', path: '/legal/impressum', prepare: asked },
  {
    ...visitor,
    name: 'cookie banner in the app',
    as: 'member',
    path: '/rooms',
    prepare: steps(asked, ({ page }) => expect(page.getByRole('article').first()).toBeVisible()),
  },
  { ...room, name: 'consent to content', prepare: dialog },
  {
    ...room,
    name: 'consent to content, in full',
    prepare: steps(dialog, ({ page }) => page.getByRole('dialog').locator('summary').click()),
  },
  {
    ...room,
    name: 'consent to content, not ticked',
    prepare: steps(dialog, ({ page }) =>
      page.getByRole('dialog').locator('[data-look=primary]').click(),
    ),
  },
  {
    as: 'member',
    mixed: 'en',
    name: 'settings, withdraw consent',
    path: '/settings/records',
    prepare: steps(press(/^(Withdraw consent|Einwilligung widerrufen)$/), dialog),
  },
  {
    as: 'member',
    mixed: 'en',
    name: 'profile, before consent',
    path: '/profile',
    before: withSession({ hasContentConsent: false }),
  },
  {
    as: 'member',
    mixed: 'en',
    name: 'new terms',
    path: '/rooms',
    before: withSession({ termsDue: documentVersions.terms }),
  },
]

const banner = (page: Page) => page.locator('[aria-labelledby="cookies-de cookies-en"]')

/** A browser in which nobody has chosen yet. */
async function unasked({ page, club }: GalleryStage): Promise<void> {
  await page.goto(`${club.url}/legal/cookies`)
  await page.evaluate(() => localStorage.removeItem('cookie-consent'))
}

async function asked({ page }: GalleryStage): Promise<void> {
  await expect(banner(page)).toBeVisible()
}

async function details({ page }: GalleryStage): Promise<void> {
  await banner(page).getByRole('button', { name: 'Details' }).click()
}

function withSession(change: Partial<Session>) {
  return answering<AnswerOf<typeof getSession>>(/\/api\/auth\/session$/, (answer) => ({
    ...answer,
    session: answer.session && { ...answer.session, ...change },
  }))
}
