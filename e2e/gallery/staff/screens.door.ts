import type { getSession } from '#contract/accounts/session.ts'
import type { getBranch, listIssued, listWaiting } from '#contract/admission/admission.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listInvitations } from '#contract/admission/invitations.ts'
import type { getOwnPlace } from '#contract/admission/ownPlace.ts'
import type { listRooms } from '#contract/rooms/rooms.ts'
import { expect } from '../../club/journey.ts'
import {
  alert,
  answering,
  dialog,
  main,
  press,
  refusing,
  steps,
  submit,
  withholdAnswer,
} from '../screens.acts.ts'
import type { Screen, GalleryStage } from '../screens.ts'

const visitor = { as: 'visitor', mixed: 'en' } as const
const member = { as: 'member', mixed: 'en' } as const
const invitations = { ...member, path: '/invitations' } as const
const desk = { as: 'admin', mixed: 'de', path: '/admin/door', isLong: true } as const
const WAITLIST = /\/api\/waitlist$/
const DOOR = /\/api\/admin\/door$/
const QUEUE = /\/api\/admin\/door\/queue(\?.*)?$/
const ISSUED = /\/api\/admin\/invitations(\?.*)?$/
const OWN = /\/api\/invitations$/
const CODE = '0F3ZK-8Q2M-7TRB-V0XW-9HCD-E5NGP'
const LONG = `${'donaudampfschifffahrt.'.repeat(6)}mia@example.org`
const idOf = (number: number) => `018f0000-0000-7000-8000-00000000000${number}`

const saying =
  <A>(path: string | RegExp, json: A, status = 200) =>
  ({ page }: GalleryStage) =>
    page.route(path, (route) => route.fulfill({ status, json: json as object }))

const typed =
  (name: string, words: string) =>
  ({ page }: GalleryStage) =>
    main(page).locator(`[name=${name}]`).fill(words)
const joining = steps(typed('email', 'mia@example.org'), submit)
const redeeming = steps(typed('code', CODE), submit)
const revoking = steps(press(/^(Revoke|Zurückziehen) /), dialog)
const told = ({ page }: GalleryStage) => expect(main(page).locator('h2').first()).toBeFocused()
const invalid = ({ page }: GalleryStage) =>
  expect(main(page).locator('[aria-invalid=true]').first()).toBeVisible()
const table = ({ page }: GalleryStage) => expect(main(page).locator('table').last()).toBeVisible()

const waiting: AnswerOf<typeof listWaiting>['waiting'] = [
  ['mia@example.org', null, false],
  [LONG, 'Nora', true],
  ['ben@example.org', 'Benedikt von und zu Hohenlohe-Langenburg', false],
].map(([email, username, isVerified], at) => ({
  id: idOf(at),
  email: email as string,
  username: username as string | null,
  isVerified: isVerified as boolean,
  since: '2026-11-02T18:05:00.000Z',
  wasBanned: at === 1,
}))
const dates = { createdAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-12-20T10:00:00.000Z' }
const issued: AnswerOf<typeof listIssued>['invitations'] = (
  ['open', 'used', 'expired', 'revoked'] as const
).map((state, at) => ({
  ...dates,
  id: idOf(at),
  state,
  email: at === 1 ? LONG : null,
  note: at === 0 ? 'Messe in Köln, am Stand' : null,
  inviter: at === 0 ? null : { id: idOf(8), username: 'Josefine' },
  uses: at,
  maxUses: 20,
}))
const own: AnswerOf<typeof listInvitations> = {
  invitations: issued.map(({ id, state, email }) => ({
    ...dates,
    id,
    state,
    email,
    guest: state === 'used' ? 'Nora' : null,
  })),
  left: 2,
  isShownToInviter: false,
}
/** Somebody comes by the first one while its owner takes it back. */
const usedMeanwhile = async ({ page }: GalleryStage) => {
  let shown = own.invitations
  await page.route(OWN, (route) => route.fulfill({ json: { ...own, invitations: shown } }))
  await page.route(/\/api\/invitations\/[^/]+$/, (route) => {
    shown = shown.map((one, at) => (at > 0 ? one : { ...one, state: 'used', guest: 'Ruth' }))
    return route.fulfill({ status: 404, json: { code: 'PGRST116' } })
  })
}
const given = {
  invitation: own.invitations[0],
  code: CODE,
  url: `https://a.club/invite#code=${CODE}`,
}
const branch: AnswerOf<typeof getBranch> = {
  members: Array.from({ length: 9 }, (_, at) => ({
    id: idOf(at),
    username: `Mitglied mit langem Namen ${at}`,
    invitedBy: at === 0 ? null : idOf(at - 1),
    joinedAt: '2026-11-01T10:00:00.000Z',
    isSuspended: at === 3,
  })),
  hasMore: true,
}

/** Somebody whom no room is open to yet. */
export const unadmitted = steps(
  answering<AnswerOf<typeof getSession>>('**/api/auth/session', (known) => ({
    ...known,
    session: known.session && { ...known.session, isAdmitted: false },
  })),
  answering<AnswerOf<typeof listRooms>>(/\/api\/rooms$/, ({ rooms, ...known }) => ({
    ...known,
    rooms: rooms.map((room) => ({
      ...room,
      isMember: false,
      unread: 0,
      entryRefusal: 'not_admitted',
    })),
  })),
)
const inLine = (answer: AnswerOf<typeof getOwnPlace>) =>
  steps(unadmitted, saying('**/api/waitlist/own-place', answer))
const full = steps(
  saying(DOOR, {
    settings: { admission: 'invitation', invitationsPerMember: 3 },
    waiting: 43,
    medianDays: 11,
  }),
  saying(QUEUE, { waiting, next: 'there' }),
  saying(ISSUED, { invitations: issued, next: 'there' }),
)

/** The way in, from the waitlist to the desk that decides about it. */
export const doorScreens: Screen[] = [
  { ...visitor, name: 'waitlist', path: '/waitlist' },
  {
    ...visitor,
    name: 'waitlist, joined',
    path: '/waitlist',
    before: ({ page }) =>
      page.route(WAITLIST, (route) =>
        route.fulfill({
          json: route.request().method() === 'GET' ? { medianDays: 11 } : { done: true },
        }),
      ),
    prepare: steps(joining, told),
  },
  {
    ...visitor,
    name: 'waitlist, there already',
    path: '/waitlist',
    before: refusing(WAITLIST, 409, '23505', { method: 'POST' }),
    prepare: steps(joining, told),
  },
  {
    ...visitor,
    name: 'waitlist, not joined',
    path: '/waitlist',
    before: refusing(WAITLIST, 429, 'too_many_attempts'),
    prepare: steps(joining, alert),
  },
  { ...visitor, name: 'waitlist, to confirm', path: `/waitlist#confirm=${'x'.repeat(43)}` },
  { ...visitor, name: 'waitlist, to leave', path: `/waitlist#leave=${'x'.repeat(43)}` },
  { ...visitor, name: 'invite', path: '/invite' },
  {
    ...visitor,
    name: 'invite, a bad code',
    path: '/invite',
    before: refusing('**/api/invites/checks', 422, 'invalid_invite'),
    prepare: steps(redeeming, invalid),
  },
  {
    ...member,
    name: 'rooms, in line',
    path: '/rooms',
    before: inLine({
      place: { position: 7, of: 40, since: '2026-11-02T10:00:00.000Z' },
      medianDays: 11,
      declined: null,
    }),
  },
  {
    ...member,
    name: 'rooms, declined',
    path: '/rooms',
    before: inLine({
      place: null,
      medianDays: null,
      declined: { reason: 'Wir kennen Sie noch nicht.', at: '2026-11-20T10:00:00.000Z' },
    }),
  },
  { ...invitations, name: 'invitations', before: saying(OWN, own) },
  {
    ...invitations,
    name: 'invitations, a new one',
    before: steps(saying(OWN, own), ({ page }) =>
      page.route(OWN, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ json: given }) : route.fallback(),
      ),
    ),
    prepare: steps(submit, told),
  },
  {
    ...invitations,
    name: 'invitations, to revoke',
    before: saying(OWN, own),
    prepare: revoking,
  },
  {
    ...invitations,
    name: 'invitations, revoked too late',
    before: usedMeanwhile,
    prepare: steps(
      revoking,
      ({ page }) => page.getByRole('dialog').locator('[data-look=danger]').click(),
      ({ page }) => expect(main(page).getByRole('status').filter({ hasText: /./ })).toBeVisible(),
    ),
  },
  { ...invitations, name: 'invitations, loading', isWaiting: true, before: withholdAnswer(OWN) },
  { ...invitations, name: 'invitations, not loaded', before: refusing(OWN, 503, 'unavailable') },
  { ...desk, name: 'door', before: full, prepare: table },
  { ...desk, name: 'door, empty' },
  { ...desk, name: 'door, loading', isWaiting: true, before: withholdAnswer(/\/api\/admin\//) },
  { ...desk, name: 'door, not loaded', before: refusing(/\/api\/admin\//, 503, 'unavailable') },
  {
    ...desk,
    name: 'door, to close',
    prepare: steps(({ page }) => main(page).getByRole('radio').last().check(), submit, dialog),
  },
  {
    ...desk,
    name: 'door, to decline',
    before: full,
    prepare: steps(press(/(ablehnen|^Decline .*)$/), dialog),
  },
  {
    ...desk,
    name: 'door, a branch',
    path: `/admin/door?branch=${idOf(0)}`,
    before: saying(/\/branch$/, branch),
  },
]
