import type { AnswerOf } from '#contract/endpoint.ts'
import type {
  Export,
  listDocumentViews,
  listLooks,
  listSentMails,
} from '#contract/privacy/ownData.ts'
import type {
  DataRequest,
  listRequests,
  listRetention,
  RequestLine,
  RetentionLine,
} from '#contract/privacy/dataRequests.ts'
import { retention } from '#contract/privacy/retention.ts'
import { expect } from '../club/journey.ts'
import {
  alert,
  dialog,
  inHours,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

const EXPORT = /\/api\/mine\/export$/
const REQUESTS = /\/api\/mine\/requests$/
const LIST = /\/api\/admin\/requests(\?.*)?$/
const RETENTION = /\/api\/admin\/retention$/
const settings = {
  as: 'member',
  mixed: 'en',
  path: '/settings',
  shows: ':has(> #export)',
} as const
const records = { as: 'member', mixed: 'en', path: '/settings/records' } as const
const desk = { as: 'admin', mixed: 'de', path: '/admin/requests', isLong: true } as const
const rules = { as: 'admin', mixed: 'de', path: '/admin/retention', isLong: true } as const
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const AT = inHours(-50)
const idOf = (at: number) => `018f0000-0000-7000-8000-00000000000${at}`

const copy = (more: Partial<Export>) =>
  replaceAnswer(EXPORT, {
    export: {
      id: idOf(1),
      state: 'ready',
      progress: 100,
      requestedAt: inHours(-5),
      readyAt: inHours(-4),
      expiresAt: inHours(-4 + 7 * 24),
      bytes: 12_345_678,
      isVoid: false,
      nextAt: inHours(-5 + 24),
      ...more,
    } satisfies Export,
  })

const request = (at: number, more: Partial<DataRequest> = {}): DataRequest => ({
  id: idOf(at),
  number: `DS-2026-00012${at}`,
  kind: 'rectification',
  text: 'Mein Geburtsdatum stimmt nicht.\nIch bin 1990 geboren, nicht 1991.',
  receivedAt: AT,
  dueAt: inHours(28 * 24),
  extensionReason: null,
  closedAt: null,
  answer: null,
  ...more,
})
const requests = [
  request(1, { extensionReason: 'Wir warten noch auf eine Auskunft des Zahlungsdienstleisters.' }),
  request(2, { kind: 'objection', closedAt: AT, answer: 'Das haben wir eingestellt.' }),
  request(3, { kind: 'access', text: null, closedAt: AT }),
  request(4, { kind: 'erasure', text: 'donaudampfschifffahrt'.repeat(9) }),
]

const line = (at: number, more: Partial<RequestLine> = {}): RequestLine => ({
  ...request(at),
  userId: idOf(9),
  username: LONG,
  isUrgent: false,
  isRestricted: false,
  ...more,
})
const lines: AnswerOf<typeof listRequests> = {
  requests: [
    line(1, { isUrgent: true, receivedAt: inHours(-33 * 24), dueAt: inHours(-49) }),
    line(2, { kind: 'restriction', isRestricted: true, text: 'donaudampfschifffahrt'.repeat(9) }),
    line(3, { extensionReason: 'Es fehlen Belege.', username: null, userId: null }),
  ],
  next: 'more',
}

const lineOf = (rule: string, more: Partial<RetentionLine> = {}): RetentionLine => ({
  rule,
  act: 'delete',
  law: { de: 'Art. 5 Abs. 2, Art. 12 DSGVO, § 41 BDSG', en: 'Art. 5 (2), Art. 12 GDPR' },
  askedAt: inHours(-1),
  removed: 12,
  removedRecently: 1_234,
  overdue: 0,
  ...more,
})
const kept = (more: Partial<Record<string, Partial<RetentionLine>>>, countedAt: string | null) =>
  replaceAnswer(RETENTION, {
    rules: Object.keys(retention).map((rule) => lineOf(rule, more[rule])),
    countedAt,
  } satisfies AnswerOf<typeof listRetention>)

const openLists = steps(
  press(/^(Show views|Einsichten zeigen)$/),
  press(/^(Show when they were read|Zeigen, wann gelesen wurde)$/),
  press(/^(Show emails|E-Mails zeigen)$/),
  ({ page }) => expect(main(page).getByRole('listitem').first()).toBeVisible(),
)
const views: AnswerOf<typeof listDocumentViews> = {
  views: (['selfie', 'back', 'front'] as const).map((side) => ({
    at: AT,
    side,
    purpose: 'review',
  })),
}
const looks: AnswerOf<typeof listLooks> = {
  looks: (['admin', 'moderator'] as const).map((capacity) => ({
    at: AT,
    capacity,
    caseNumber: 'C-2026-123456',
    isAbout: capacity === 'admin',
  })),
}
const mails: AnswerOf<typeof listSentMails> = {
  mails: Array.from({ length: 14 }, (_, at) => ({ sentAt: AT, subject: `Neuigkeiten ${at}` })),
}
const invalid = ({ page }: GalleryStage) =>
  expect(page.locator('[aria-invalid=true]').first()).toBeVisible()

/** What is one's own, how one takes it along, and how one goes. */
export const mineScreens: Screen[] = [
  {
    ...settings,
    name: 'settings, a copy is ready',
    before: copy({}),
  },
  {
    ...records,
    name: 'settings, requests',
    isLong: true,
    before: replaceAnswer(REQUESTS, { requests }),
  },
  {
    ...settings,
    name: 'settings, a copy is being made',
    before: copy({ state: 'building', progress: 40, readyAt: null }),
    prepare: ({ page }) => expect(main(page).getByRole('progressbar')).toBeVisible(),
  },
  {
    ...settings,
    name: 'settings, a copy failed',
    before: copy({ state: 'failed', readyAt: null, nextAt: inHours(-1) }),
  },
  {
    ...settings,
    name: 'settings, a copy is past its days',
    before: copy({
      state: 'expired',
      requestedAt: inHours(-170),
      readyAt: inHours(-169),
      expiresAt: inHours(-1),
      nextAt: inHours(-146),
    }),
  },
  {
    ...settings,
    name: 'settings, a copy with documents shredded since',
    before: copy({ state: 'expired', isVoid: true, nextAt: inHours(-1) }),
  },
  {
    ...settings,
    name: 'settings, export unknown',
    before: refusing(EXPORT, 503, 'unavailable'),
    prepare: alert,
  },
  {
    ...records,
    name: 'settings, requests unknown',
    isLong: true,
    before: refusing(REQUESTS, 503, 'unavailable'),
    prepare: alert,
  },
  {
    ...records,
    name: 'settings, a request with every error',
    shows: ':has(> #requests)',
    isLong: true,
    prepare: steps(
      press(/^(Make a request|Antrag stellen)$/),
      press(/^(Send request|Antrag absenden)$/),
      invalid,
    ),
  },
  {
    ...records,
    name: 'settings, views and mails',
    isLong: true,
    before: steps(
      replaceAnswer(/\/api\/mine\/document-views$/, views),
      replaceAnswer(/\/api\/mine\/looks$/, looks),
      replaceAnswer(/\/api\/mine\/mails$/, mails),
    ),
    prepare: openLists,
  },
  { as: 'visitor', mixed: 'en', name: 'undoing a deletion', path: `/#stay=${'a'.repeat(43)}` },
  { ...desk, name: 'requests', before: replaceAnswer(LIST, lines) },
  {
    ...desk,
    name: 'requests, an answer with every error',
    before: replaceAnswer(LIST, lines),
    prepare: steps(
      press(/^(Beantworten|Answer)/),
      ({ page }) => main(page).locator('form input').fill('31.02.1990'),
      ({ page }) => main(page).locator('form button[type=submit]').click(),
    ),
  },
  {
    ...desk,
    name: 'requests, restricting',
    before: replaceAnswer(LIST, lines),
    prepare: steps(press(/^(Verarbeitung einschränken|Restrict processing)/), dialog),
  },
  { ...desk, name: 'requests, none', before: replaceAnswer(LIST, { requests: [], next: null }) },
  { ...desk, name: 'requests, loading', isWaiting: true, before: withholdAnswer(LIST) },
  { ...desk, name: 'requests, not loaded', before: refusing(LIST, 503, 'unavailable') },
  { ...rules, name: 'retention', before: kept({}, inHours(-1)) },
  {
    ...rules,
    name: 'retention, rows past their time',
    before: kept({ notices: { overdue: 3 }, messages: { askedAt: AT } }, inHours(-1)),
  },
  { ...rules, name: 'retention, not loaded', before: refusing(RETENTION, 503, 'unavailable') },
]
