import {
  appealLine,
  caseFile,
  caseLine,
  caseReport,
  deskId,
  evidence,
  figures,
  handover,
  person,
} from '#web/testing/desk.ts'
import { alert, dialog, main, press, refusing, saying, steps, unanswered } from './screens.acts.ts'
import type { Screen, Stage } from './screens.ts'

const CASES = /\/api\/desk\/cases(\?.*)?$/
const CASE = /\/api\/desk\/cases\/[\w-]{36}$/
const APPEALS = /\/api\/desk\/appeals(\?.*)?$/
const FIGURES = /\/api\/desk\/figures\?year=\d+$/
const PHOTO = /\/api\/desk\/evidence\/[\w-]+\/photo$/
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const WORD = 'donaudampfschifffahrt'.repeat(9)

const desk = { as: 'admin', mixed: 'de', path: '/admin/reports' } as const
const file = { as: 'admin', mixed: 'de', path: `/admin/reports/${deskId(701)}` } as const

const cases = (lines = [caseLine()], needsSecondAdmin = false) =>
  saying(CASES, {
    cases: lines,
    next: lines.length > 1 ? 'more' : null,
    open: lines.length,
    overdue: lines.filter(({ isOverdue }) => isOverdue).length,
    appeals: 2,
    needsSecondAdmin,
  })
const queue = [
  caseLine({
    urgency: 'hour',
    reasons: ['minor', 'threat'],
    isOverdue: true,
    dueAt: '2026-11-20T10:00:00.000Z',
    reports: 100,
    isTrusted: true,
    awaitsSecond: true,
    username: LONG,
  }),
  caseLine({
    id: deskId(702),
    number: 'C-2026-000002',
    urgency: 'hours',
    reasons: ['intimate'],
    targets: ['photo', 'profile'],
    dueAt: '2099-01-01T00:00:00.000Z',
  }),
  caseLine({ id: deskId(703), number: 'C-2026-000003', username: null, reasons: ['rights'] }),
]

const full = caseFile({
  urgency: 'hour',
  reports: 2,
  reasons: ['threat', 'intimate'],
  about: person({
    username: LONG,
    suspendedUntil: '2099-01-01T00:00:00.000Z',
    statements: [
      {
        id: deskId(501),
        number: 'S-2026-123456',
        kind: 'suspension',
        startsAt: '2026-11-20T10:00:00.000Z',
        endsAt: '2099-01-01T00:00:00.000Z',
        liftedAt: null,
      },
      {
        id: deskId(502),
        number: 'S-2026-000002',
        kind: 'warning',
        startsAt: '2026-10-20T10:00:00.000Z',
        endsAt: null,
        liftedAt: null,
      },
    ],
  }),
  evidence: [
    evidence({
      context: [
        {
          author: LONG,
          text: WORD,
          createdAt: '2026-11-21T09:50:00.000Z',
          isQuoted: true,
        },
      ],
    }),
    evidence({ id: deskId(902), kind: 'photo', text: null, room: null, hasPhoto: true }),
  ],
  latest: [
    caseReport({ details: WORD, isTrusted: true }),
    caseReport({
      id: deskId(952),
      number: 'N-2026-000002',
      reporter: null,
      notifier: 'Erika Musterfrau',
      reason: 'rights',
      location: 'https://club.example/room/wintergarten',
      explanation: 'Das ist mein Bild.',
      details: null,
    }),
  ],
  handovers: [handover({ refusal: 'same_decider' })],
})

const choose = (name: RegExp) => (stage: Stage) =>
  main(stage.page).getByRole('radio', { name }).check()
const send = press(/^(Entscheiden|Decide)$/)
/** Where staff decide. */
export const deskScreens: Screen[] = [
  { ...desk, name: 'desk', before: cases(queue) },
  { ...desk, name: 'desk, one admin, nothing waits', before: cases([], true) },
  { ...desk, name: 'desk, loading', isWaiting: true, before: unanswered(CASES) },
  { ...desk, name: 'desk, not loaded', before: refusing(CASES, 503, 'unavailable') },
  {
    ...desk,
    name: 'desk, objections',
    path: '/admin/reports?show=appeals',
    isLong: true,
    before: steps(
      cases(queue),
      saying(APPEALS, {
        appeals: [
          appealLine(),
          appealLine({
            id: deskId(602),
            number: 'R-2026-000002',
            against: 'report',
            refusal: 'same_decider',
            text: WORD,
          }),
        ],
        next: null,
        open: 2,
        needsSecondAdmin: true,
      }),
    ),
    prepare: steps(press(/^(Stattgeben|Grant)/), alert),
  },
  { ...file, name: 'case', isLong: true, before: saying(CASE, full) },
  {
    ...file,
    name: 'case, its picture shown',
    before: steps(saying(CASE, { ...full, evidence: full.evidence.slice(1) }), ({ page }) =>
      page.route(PHOTO, (route) => route.abort()),
    ),
    prepare: steps(press(/^(Bild zeigen|Show the picture)$/), alert),
  },
  {
    ...file,
    name: 'case, a decision with every error',
    isLong: true,
    before: saying(CASE, { ...full, handovers: [] }),
    prepare: steps(choose(/^(Schreibpause|Pause posting)$/), send, alert),
  },
  {
    ...file,
    name: 'case, no breach',
    isLong: true,
    before: saying(CASE, full),
    prepare: choose(/^(Kein Verstoß|No breach)$/),
  },
  {
    ...file,
    name: 'case, banning',
    before: saying(CASE, full),
    prepare: steps(
      choose(/^(Ausschließen|Ban)$/),
      ({ page }) =>
        main(page)
          .getByLabel(/^(Regel|Rule)$/)
          .fill('Hausregeln'),
      ({ page }) =>
        main(page)
          .getByLabel(/^(Was geschehen ist|What happened)$/)
          .fill('Drohungen.'),
      send,
      dialog,
    ),
  },
  {
    ...file,
    name: 'case, decided',
    isLong: true,
    before: saying(CASE, {
      ...full,
      state: 'decided',
      refusal: 'already_decided',
      decisions: [
        {
          id: deskId(711),
          kind: 'suspend',
          by: 'Jo',
          at: '2026-11-21T12:00:00.000Z',
          facts: 'Sie haben jemandem gedroht.',
          rule: 'Hausregeln',
          endsAt: '2026-11-28T12:00:00.000Z',
        },
      ],
      handovers: [handover({ state: 'confirmed', answeredBy: 'Kim' })],
    }),
  },
  {
    ...file,
    name: 'case, a notice without a member',
    isLong: true,
    before: saying(CASE, {
      ...full,
      about: null,
      username: null,
      evidence: [],
      handovers: [handover()],
    }),
  },
  { ...file, name: 'case, unknown', before: refusing(CASE, 404, 'PGRST116') },
  {
    ...desk,
    name: 'figures of the desk',
    path: '/admin/reports/figures',
    isLong: true,
    before: saying(FIGURES, figures),
  },
  {
    ...desk,
    name: 'figures of the desk, not loaded',
    path: '/admin/reports/figures',
    before: refusing(FIGURES, 503, 'unavailable'),
  },
]
