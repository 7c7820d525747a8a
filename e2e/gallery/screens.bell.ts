import type { AnswerOf } from '#contract/endpoint.ts'
import type { BellItem, listBell } from '#contract/notifications/bellItems.ts'
import type { getNotifications } from '#contract/notifications/notifications.ts'
import type { listWaves } from '#contract/posts/receivedWaves.ts'
import { expect } from '../club/journey.ts'
import {
  alert,
  dialog,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from './screens.acts.ts'
import type { GalleryStage, Screen } from './screens.ts'

const BELL = /\/api\/bell(\?.*)?$/
const UNREAD = /\/api\/bell\/unread$/
const WAVES = /\/api\/waves(\?.*)?$/
const NOTIFICATIONS = /\/api\/mine\/notifications$/
const AT = '2026-11-20T18:05:00.000Z'
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const idOf = (at: number) => `018f0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`
const bell = { as: 'member', mixed: 'en', path: '/notices' } as const
const settings = { as: 'member', mixed: 'en', path: '/settings/notifications' } as const

const post = {
  id: idOf(80),
  room: 'tresen',
  roomName: 'Am Tresen',
  number: 7,
  text: 'Welche Kleinigkeit hat dir diese Woche den Tag gerettet? '.repeat(2),
}
const person = (at: number, username: string) => ({ id: idOf(at), username, portrait: null })
const item = (at: number, more: Partial<BellItem>): BellItem => ({
  id: idOf(at),
  kind: 'reply',
  at: AT,
  isRead: true,
  actors: [person(at + 50, LONG)],
  count: 1,
  post,
  isWaveOwed: false,
  reference: null,
  ...more,
})
const items: AnswerOf<typeof listBell> = {
  items: [
    item(1, { isRead: false }),
    item(2, {
      kind: 'wave',
      count: 4,
      actors: [person(60, 'Mia'), person(61, LONG)],
      isRead: false,
    }),
    item(3, { kind: 'wave', count: 2, actors: [person(60, 'Mia'), person(61, 'Ben')] }),
    item(7, { kind: 'wave', actors: [person(62, 'Nora')], isWaveOwed: true, isRead: false }),
    item(4, { kind: 'mutual_wave', post: null }),
    item(5, { kind: 'mention', post: { ...post, text: 'donaudampfschifffahrt'.repeat(9) } }),
    item(6, { kind: 'decision', actors: [], count: 0, post: null, reference: 'S-2026-004711' }),
  ],
  next: 'more',
}
const waves: AnswerOf<typeof listWaves> = {
  waves: [1, 2].map((at) => ({
    at: AT,
    waver: { ...person(at, at === 1 ? LONG : 'Ben'), isVerified: at === 1 },
    post: { ...post, number: at },
    isMutual: at === 1,
  })),
  next: 'more',
}
const notifications: AnswerOf<typeof getNotifications> = {
  settings: {
    hasDigest: true,
    showsContent: true,
    pushesMessages: false,
    quietFrom: 23,
    quietUntil: 7,
  },
  browsers: [
    { id: idOf(1), service: 'fcm.googleapis.com', since: AT, isCurrent: true, mark: 'a' },
    {
      id: idOf(2),
      service: 'updates.push.services.mozilla.com',
      since: AT,
      isCurrent: false,
      mark: 'b',
    },
  ],
  pushKey: 'BA',
}
const opened = steps(press(/^(Waves|Zugewinkt)$/), ({ page }) =>
  expect(
    main(page)
      .getByRole('button', { name: /^(No, thank|Nein, danke)/ })
      .first(),
  ).toBeVisible(),
)

const box = ({ page }: GalleryStage) => expect(main(page).getByRole('textbox')).toBeFocused()

/** What one is told of, and how. */
export const bellScreens: Screen[] = [
  {
    ...bell,
    name: 'notices',
    before: steps(replaceAnswer(BELL, items), replaceAnswer(UNREAD, { unread: 120 })),
  },
  {
    ...bell,
    name: 'notices, replying',
    before: replaceAnswer(BELL, items),
    prepare: steps(press(/^(Reply to|Benedikt.* antworten)/), box),
  },
  {
    as: 'member',
    mixed: 'en',
    name: 'rooms, for you',
    path: '/rooms',
    isLong: true,
    before: steps(replaceAnswer(BELL, items), replaceAnswer(UNREAD, { unread: 4 })),
    prepare: ({ page }) =>
      expect(main(page).getByRole('region', { name: /^(For you|Für dich)$/ })).toBeVisible(),
  },
  { ...bell, name: 'notices, none' },
  { ...bell, name: 'notices, on their way', isWaiting: true, before: withholdAnswer(BELL) },
  { ...bell, name: 'notices, unknown', before: refusing(BELL, 503, 'unavailable'), prepare: alert },
  { ...bell, name: 'notices, who waved', before: replaceAnswer(WAVES, waves), prepare: opened },
  {
    ...bell,
    name: 'notices, ending waves',
    before: replaceAnswer(WAVES, waves),
    prepare: steps(opened, press(/^(No, thank|Nein, danke)/), dialog),
  },
  {
    ...settings,
    name: 'settings, notifications chosen',
    before: replaceAnswer(NOTIFICATIONS, notifications),
  },
  {
    ...settings,
    name: 'settings, push is off',
    before: replaceAnswer(NOTIFICATIONS, { ...notifications, browsers: [] }),
  },
  {
    ...settings,
    name: 'settings, notifications unknown',
    before: refusing(NOTIFICATIONS, 503, 'unavailable'),
    prepare: alert,
  },
  { as: 'visitor', mixed: 'en', name: 'no more digests', path: `/digest-off#${'a'.repeat(60)}` },
]
