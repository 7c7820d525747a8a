import type { getSession } from '#contract/accounts/session.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { readMember } from '#contract/admin/members.ts'
import { expect } from '../../club/journey.ts'
import {
  answering,
  dialog,
  inHours,
  main,
  refusing,
  replaceAnswer,
  steps,
  submit,
  withholdAnswer,
} from '../screens.acts.ts'
import type { Screen, GalleryStage } from '../screens.ts'

const desk = { as: 'admin', mixed: 'de', isLong: true } as const
const START = /\/api\/house\/start$/
const ROOMS = /\/api\/admin\/rooms$/
const CHANGES = /\/api\/admin\/roles$/
const MEMBER = /\/api\/admin\/members\/[^/?]+$/
const SOMEBODY = { id: '018f0000-0000-7000-8000-000000000007', username: 'Kunigunde' }
const FILE = `/admin/members?member=${SOMEBODY.id}`
/** Who may soon be an admin, too. */
const moderator: AnswerOf<typeof readMember> = {
  ...SOMEBODY,
  since: inHours(-24 * 200),
  verificationStatus: 'verified',
  standing: 'member',
  roles: ['moderator'],
  rooms: 6,
  statements: 1,
  changes: [
    {
      id: '018f0000-0000-7000-8000-000000000008',
      member: SOMEBODY,
      role: 'admin',
      isGrant: true,
      requestedBy: { id: '018f0000-0000-7000-8000-000000000009', username: 'Leonore' },
      requestedAt: inHours(-3),
      expiresAt: inHours(24 * 7 - 3),
      mayConfirm: true,
      mayDrop: true,
    },
  ],
}
/** As the one who may confirm reads them, and the one who asked. */
const waiting = moderator.changes.flatMap((change) => [
  change,
  {
    ...change,
    id: '018f0000-0000-7000-8000-00000000000a',
    member: { ...SOMEBODY, username: 'Benedikt von Hohenlohe-Langen' },
    isGrant: false,
    mayConfirm: false,
  },
])
const invalid = ({ page }: GalleryStage) =>
  expect(main(page).locator('[aria-invalid=true]').first()).toBeVisible()

const house = { as: 'admin', mixed: 'de' } as const
const openMenu = ({ page }: GalleryStage) =>
  main(page)
    .getByRole('row')
    .getByRole('button', { name: /^(Mehr zu|More about)/ })
    .first()
    .click()
const choose = (name: RegExp) => (stage: GalleryStage) =>
  stage.page.getByRole('dialog').getByRole('button', { name }).click()

/** Where staff keep the house. */
export const houseScreens: Screen[] = [
  { ...desk, name: 'start of staff', path: '/admin' },
  {
    ...desk,
    name: 'start of staff, loading',
    path: '/admin',
    isWaiting: true,
    before: withholdAnswer(START),
  },
  {
    ...desk,
    name: 'start of staff, not loaded',
    path: '/admin',
    before: refusing(START, 503, 'unavailable'),
  },
  {
    ...desk,
    name: 'start of staff, their session about to end',
    path: '/admin',
    before: answering(
      '**/api/auth/session',
      ({ session, ...more }: AnswerOf<typeof getSession>) => ({
        ...more,
        session: session && { ...session, expiresAt: inHours(0.03) },
      }),
    ),
    prepare: ({ page }) =>
      expect(page.getByText(/^(Ihre Sitzung endet um|Your session ends at) /)).toBeVisible(),
  },
  { ...desk, name: 'rooms of the house', path: '/admin/rooms' },
  {
    ...desk,
    name: 'rooms of the house, a new one with every error',
    path: '/admin/rooms',
    prepare: steps(submit, invalid),
  },
  {
    ...house,
    name: 'rooms of the house, what can be done with one',
    path: '/admin/rooms',
    prepare: steps(openMenu, dialog),
  },
  {
    ...house,
    name: 'rooms of the house, one that is changed',
    path: '/admin/rooms',
    prepare: steps(openMenu, choose(/^(Bearbeiten|Edit)$/), ({ page }) =>
      expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible(),
    ),
  },
  {
    ...desk,
    name: 'rooms of the house, not loaded',
    path: '/admin/rooms',
    before: refusing(ROOMS, 503, 'unavailable'),
  },
  { ...desk, name: 'members of the house', path: '/admin/members' },
  {
    ...desk,
    name: 'members of the house, what waits for a second admin',
    path: '/admin/members',
    before: replaceAnswer(CHANGES, { changes: waiting }),
  },
  { ...desk, name: 'a member of the house', path: FILE, before: replaceAnswer(MEMBER, moderator) },
  {
    ...desk,
    name: 'a member of the house, suspended',
    path: FILE,
    before: replaceAnswer(MEMBER, { ...moderator, standing: 'suspended', roles: [], changes: [] }),
  },
  {
    ...desk,
    name: 'a member of the house, not there',
    path: FILE,
    before: refusing(MEMBER, 404, 'PGRST116'),
  },
  { ...desk, name: 'questions of the day', path: '/admin/icebreakers' },
  {
    ...house,
    name: 'questions of the day, what can be done with one',
    path: '/admin/icebreakers',
    prepare: steps(openMenu, dialog),
  },
  {
    ...house,
    name: 'questions of the day, one that is changed',
    path: '/admin/icebreakers',
    prepare: steps(openMenu, choose(/^(Bearbeiten oder|Edit, or)/), ({ page }) =>
      expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible(),
    ),
  },
  { ...desk, name: 'settings of the house', path: '/admin/settings' },
  { ...desk, name: 'log', path: '/admin/audit' },
  { ...desk, name: 'figures of health', path: '/admin/health' },
]
