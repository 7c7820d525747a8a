import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSession } from '#contract/accounts/session.ts'
import type { listRooms } from '#contract/rooms/rooms.ts'
import { expect } from '../club/journey.ts'
import {
  alert,
  answering,
  dialog,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  submit,
  toast,
  withholdAnswer,
} from './screens.acts.ts'
import { unadmitted } from './staff/screens.door.ts'
import type { Screen, GalleryStage } from './screens.ts'

const ROOMS = /\/api\/rooms$/
const SESSION = /\/api\/auth\/session$/
const WITHDRAW = /^(Einreichung zurückziehen|Withdraw submission)$/
const member = { as: 'member', mixed: 'en' } as const
const rooms = { ...member, path: '/rooms' } as const
const settings = { ...member, path: '/settings' } as const

type Rooms = AnswerOf<typeof listRooms>
type Session = AnswerOf<typeof getSession>

type Change = Partial<NonNullable<Session['session']>>

const beingOtherwise = (change: Change) =>
  answering<Session>(SESSION, (answer) => ({
    ...answer,
    session: answer.session && { ...answer.session, ...change },
  }))

const suspended: Change = {
  suspension: { until: '2026-12-24T18:00:00.000Z', reason: 'Wiederholt unhöflich im Salon.' },
}
const inReview: Change = { verificationStatus: 'pending' }

const refusal = (name: string, slug: string, code: string): Screen => ({
  ...member,
  name: `rooms, ${name}`,
  path: `/room/${slug}`,
  before: refusing(/\/entries$/, 403, code),
  prepare: dialog,
})

/** What lies behind the door, the rooms themselves apart. */
export const memberScreens: Screen[] = [
  { ...rooms, name: 'rooms', isLong: true, prepare: cards },
  { ...rooms, as: 'admin', name: 'rooms, for an admin' },
  {
    ...rooms,
    name: 'rooms, loading',
    isWaiting: true,
    before: withholdAnswer(ROOMS),
    prepare: ({ page }) => expect(main(page).locator('h1:not(.visually-hidden)')).toBeVisible(),
  },
  {
    ...rooms,
    name: 'rooms, none',
    before: answering<Rooms>(ROOMS, ({ plan }) => ({
      rooms: [],
      plan: { ...plan, used: 0 },
      hasDemo: false,
    })),
  },
  {
    ...rooms,
    name: 'rooms, failed',
    before: refusing(ROOMS, 503, 'unavailable'),
    prepare: steps(
      ({ page }) =>
        expect(main(page).getByRole('button', { name: /^(Try again|Noch einmal)/ })).toBeVisible(),
      toast,
    ),
  },
  { ...rooms, name: 'rooms, in the queue', before: unadmitted },
  refusal('verified members only', 'kaminzimmer', 'room_needs_verification'),
  refusal('Premium only', 'loge', 'room_needs_subscription'),
  refusal('VIP only', 'blaue-stunde', 'room_needs_both'),
  refusal('no place left', 'kaminzimmer', 'room_limit_reached'),
  { ...rooms, name: 'rooms, mail is refused', before: beingOtherwise({ isMailRefused: true }) },
  {
    ...settings,
    name: 'settings, mail is refused',
    path: '/settings/account',
    before: beingOtherwise({ isMailRefused: true }),
  },
  { ...rooms, name: 'suspended', before: beingOtherwise(suspended) },
  {
    ...rooms,
    name: 'suspended, with documents in review',
    isLong: true,
    before: beingOtherwise({ ...suspended, ...inReview }),
    prepare: withdrawable,
  },
  {
    ...rooms,
    name: 'suspended, taking documents back',
    before: beingOtherwise({ ...suspended, ...inReview }),
    prepare: opens(WITHDRAW),
  },
  {
    ...rooms,
    name: 'entering the club',
    isWaiting: true,
    isBare: true,
    before: withholdAnswer(SESSION),
  },
  {
    ...rooms,
    name: 'the club does not answer',
    before: ({ page }) => page.route(SESSION, (route) => route.abort()),
    prepare: alert,
  },
  { ...settings, name: 'settings', isLong: true },
  {
    ...settings,
    name: 'settings, looking for one',
    prepare: ({ page }) => page.getByRole('searchbox').fill('at'),
  },
  { ...settings, name: 'settings, how it looks', path: '/settings/appearance' },
  { ...settings, name: 'settings, who sees what', path: '/settings/visibility', isLong: true },
  { ...settings, name: 'settings, records', path: '/settings/records', isLong: true },
  {
    ...settings,
    name: 'settings, documents in review',
    path: '/settings/records',
    before: beingOtherwise(inReview),
    prepare: withdrawable,
  },
  {
    ...settings,
    name: 'settings, cancel subscription',
    prepare: opens(/^(Cancel subscription|Abonnement kündigen)$/),
  },
  {
    ...settings,
    name: 'settings, delete account',
    prepare: opens(/^(Delete account|Konto löschen)$/),
  },
  {
    ...settings,
    as: 'admin',
    name: 'settings, the last admin deletes their account',
    before: replaceAnswer(/\/api\/mine\/deletion$/, { isLastAdmin: true }),
    prepare: steps(opens(/^(Delete account|Konto löschen)$/), ({ page }) =>
      expect(page.getByRole('dialog').getByText(/^(Without you|Ohne Sie)/)).toBeVisible(),
    ),
  },
  {
    ...settings,
    name: 'settings, with a toast',
    prepare: steps(
      opens(/^(Cancel subscription|Abonnement kündigen)$/),
      ({ page }) => page.getByRole('dialog').locator('[data-look=danger]').click(),
      toast,
    ),
  },
  {
    ...settings,
    name: 'settings, log out with unsent words',
    async before({ page, slug }) {
      await page.goto(`/room/${slug}`)
      await page.getByRole('textbox').fill('Noch nicht abgeschickt.')
    },
    prepare: opens(/^(Log Out|Abmelden)$/),
  },
  {
    ...settings,
    name: 'page failed',
    before: ({ page }) => page.route(/\/assets\/[^/]*Settings[^/]*\.js$/, (route) => route.abort()),
    prepare: alert,
  },
  { ...member, name: 'new password, signed in', path: '/reset-password' },
  {
    ...member,
    name: 'new password, with errors',
    path: '/reset-password',
    prepare: steps(submit, toast),
  },
]

async function cards({ page }: GalleryStage): Promise<void> {
  await expect(main(page).getByRole('article').first()).toBeVisible()
}

async function withdrawable({ page }: GalleryStage): Promise<void> {
  await expect(main(page).getByRole('button', { name: WITHDRAW })).toBeVisible()
}

function opens(name: RegExp) {
  return steps(press(name), dialog)
}
