import {
  caseFile,
  caseLine,
  caseReport,
  deskId,
  evidence,
  handover,
  person,
} from '#web/testing/cases.ts'
import { portrait } from '../../acts/card.ts'
import { expect } from '../../club/journey.ts'
import {
  alert,
  dialog,
  inHours,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
} from '../screens.acts.ts'
import type { Screen, GalleryStage } from '../screens.ts'

const CASE = /\/api\/desk\/cases\/[\w-]{36}$/
const LIST = /\/api\/desk\/cases\?state=open/
const UNDER_AGE = [{ path: 'birthdate', message: 'birthdate_underage' }]
const DECISION = /\/api\/desk\/cases\/[\w-]{36}\/decisions$/
const PHOTO = /\/api\/desk\/evidence\/[\w-]+\/photo$/
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const WORD = 'donaudampfschifffahrt'.repeat(9)

const file = { as: 'admin', mixed: 'de', path: `/admin/reports/${deskId(701)}` } as const

const OPENED = inHours(-0.4)
const full = caseFile({
  urgency: 'hour',
  openedAt: OPENED,
  dueAt: inHours(0.6),
  reports: 2,
  reasons: ['threat', 'intimate'],
  about: person({
    username: LONG,
    suspendedUntil: inHours(100),
    statements: [
      {
        id: deskId(501),
        number: 'S-2026-123456',
        kind: 'suspension',
        startsAt: inHours(-68),
        endsAt: inHours(100),
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
      frozenAt: OPENED,
      createdAt: inHours(-0.5),
      context: [
        {
          author: LONG,
          text: WORD,
          createdAt: inHours(-0.6),
          isQuoted: true,
        },
      ],
    }),
    evidence({
      id: deskId(902),
      kind: 'photo',
      frozenAt: OPENED,
      createdAt: inHours(-90),
      text: null,
      room: null,
      hasPhoto: true,
    }),
  ],
  latest: [
    caseReport({ receivedAt: OPENED, details: WORD, isTrusted: true }),
    caseReport({
      id: deskId(952),
      number: 'N-2026-000002',
      receivedAt: inHours(-0.3),
      reporter: null,
      notifier: 'Erika Musterfrau',
      reason: 'rights',
      location: 'https://club.example/room/wintergarten',
      explanation: 'Das ist mein Bild.',
      details: null,
    }),
  ],
  handovers: [handover({ proposedAt: inHours(-0.2), refusal: 'same_decider' })],
})

const around = { author: LONG, isQuoted: false }
const ofTable = caseFile({
  reasons: ['threat'],
  evidence: [
    evidence({
      kind: 'message',
      room: null,
      frozenAt: OPENED,
      createdAt: inHours(-0.5),
      author: LONG,
      text: 'Ich weiß, wo Du wohnst.',
      context: [
        { ...around, text: 'Guten Abend.', createdAt: inHours(-0.7) },
        { ...around, author: 'Ida', text: 'Bitte hör auf damit.', createdAt: inHours(-0.6) },
        { ...around, text: WORD, createdAt: inHours(-0.45) },
      ],
    }),
  ],
})

const withPhoto = replaceAnswer(CASE, { ...full, evidence: full.evidence.slice(1) })
const uncover = press(/^(Bild zeigen|Show the picture)$/)
const choose = (name: RegExp) => (stage: GalleryStage) =>
  main(stage.page).getByRole('radio', { name }).check()
const send = press(/^(Entscheiden|Decide)$/)
const decideWith = (kind: RegExp, facts: string) =>
  steps(
    choose(kind),
    ({ page }) =>
      main(page)
        .getByLabel(/^(Regel|Rule)$/)
        .selectOption({ index: 1 }),
    ({ page }) =>
      main(page)
        .getByLabel(/^(Was geschehen ist|What happened)$/)
        .fill(facts),
    send,
  )
const ban = decideWith(/^(Ausschließen|Ban)$/, 'Drohungen.')
const warn = decideWith(/^(Verwarnen|Warn)$/, 'Sie haben jemanden herabgesetzt.')
const waiting = (...cases: ReturnType<typeof caseLine>[]) =>
  replaceAnswer(LIST, {
    cases,
    next: null,
    open: cases.length,
    overdue: 0,
    appeals: 0,
    needsSecondAdmin: false,
  })
const NEXT = /\/api\/desk\/cases\/[\w-]+702$/
const nextOne = caseLine({
  id: deskId(702),
  number: 'C-2026-000702',
  openedAt: OPENED,
  dueAt: inHours(0.6),
})
/** The time in which it can be taken back stands still. */
const stayAtUndo = ({ page }: GalleryStage) =>
  page.getByRole('button', { name: /^(Rückgängig|Undo)$/ }).focus()
const leavePage = ({ page }: GalleryStage) =>
  page.evaluate(() => void window.dispatchEvent(new Event('pagehide')))
const confirm = ({ page }: GalleryStage) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Ausschließen|Ban)/ })
    .click()
const decided = {
  ...full,
  state: 'decided',
  refusal: 'already_decided',
  decisions: [
    {
      id: deskId(711),
      kind: 'suspend',
      by: 'Jo',
      at: inHours(-0.1),
      facts: 'Sie haben jemandem gedroht.',
      rule: 'Hausregeln',
      endsAt: inHours(7 * 24),
    },
  ],
  handovers: [
    handover({
      proposedAt: inHours(-0.2),
      state: 'confirmed',
      answeredBy: 'Kim',
    }),
  ],
} as const

/** Where staff decide about one of them. */
export const caseScreens: Screen[] = [
  { ...file, name: 'case', isLong: true, before: replaceAnswer(CASE, full) },
  {
    ...file,
    name: 'case, with words of a table',
    isLong: true,
    before: replaceAnswer(CASE, ofTable),
  },
  {
    ...file,
    name: 'case, its picture shown',
    shows: 'figure',
    before: steps(withPhoto, ({ page }) =>
      page.route(PHOTO, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: portrait() }),
      ),
    ),
    prepare: steps(uncover, ({ page }) => expect(main(page).locator('figure img')).toBeVisible()),
  },
  {
    ...file,
    name: 'case, its picture not loaded',
    before: steps(withPhoto, ({ page }) => page.route(PHOTO, (route) => route.abort())),
    prepare: steps(uncover, alert),
  },
  {
    ...file,
    name: 'case, a handover whose proposer left the staff',
    isLong: true,
    shows: '[aria-labelledby=authorities]',
    before: replaceAnswer(CASE, {
      ...full,
      handovers: [handover({ proposedAt: inHours(-0.2), state: 'refused' })],
    }),
  },
  {
    ...file,
    name: 'case, lifting for a minor by the record',
    before: steps(
      replaceAnswer(CASE, full),
      refusing(/\/lift$/, 400, 'invalid_input', { errors: UNDER_AGE }),
    ),
    prepare: steps(
      press(/^(Aufheben|Lift).*S-2026-123456/),
      async ({ page }) => {
        const shown = page.getByRole('dialog')
        await shown.getByRole('textbox').fill('Verwechslung.')
        await shown.getByRole('button', { name: /^(Aufheben|Lift)$/ }).click()
      },
      alert,
    ),
  },
  {
    ...file,
    name: 'case, a decision with every error',
    isLong: true,
    before: replaceAnswer(CASE, { ...full, handovers: [] }),
    prepare: steps(choose(/^(Schreibpause|Pause posting)$/), send, alert),
  },
  {
    ...file,
    name: 'case, no breach',
    isLong: true,
    before: replaceAnswer(CASE, full),
    prepare: choose(/^(Kein Verstoß|No breach)$/),
  },
  {
    ...file,
    name: 'case, banning',
    before: replaceAnswer(CASE, full),
    prepare: steps(ban, dialog),
  },
  {
    ...file,
    name: 'case, decided',
    isLong: true,
    before: replaceAnswer(CASE, decided),
  },
  {
    ...file,
    name: 'case, decided a moment ago',
    isLong: true,
    before: steps(replaceAnswer(CASE, full), waiting()),
    prepare: steps(warn, stayAtUndo),
  },
  {
    ...file,
    name: 'case, the next one after a decision',
    isLong: true,
    before: steps(
      replaceAnswer(CASE, full),
      replaceAnswer(NEXT, { ...full, ...nextOne }),
      waiting(nextOne),
    ),
    prepare: steps(
      warn,
      ({ page }) => expect(page).toHaveURL(new RegExp(`${nextOne.id}$`)),
      stayAtUndo,
    ),
  },
  {
    ...file,
    name: 'case, a decision that could not be saved',
    isLong: true,
    before: steps(
      replaceAnswer(CASE, full),
      replaceAnswer(NEXT, { ...full, ...nextOne }),
      waiting(nextOne),
      refusing(DECISION, 503, 'unavailable'),
    ),
    prepare: steps(
      warn,
      ({ page }) => expect(page).toHaveURL(new RegExp(`${nextOne.id}$`)),
      leavePage,
      alert,
    ),
  },
  {
    ...file,
    name: 'case, more was reported meanwhile',
    isLong: true,
    before: steps(replaceAnswer(CASE, full), refusing(DECISION, 409, 'more_reported')),
    prepare: steps(ban, confirm, ({ page }) =>
      expect(main(page).getByRole('status').filter({ hasText: /\S/ }).first()).toBeVisible(),
    ),
  },
  {
    ...file,
    name: 'case, a colleague was quicker',
    isLong: true,
    before: steps(replaceAnswer(CASE, full), refusing(DECISION, 409, 'already_decided')),
    prepare: steps(ban, replaceAnswer(CASE, decided), confirm, ({ page }) =>
      expect(main(page).locator('#unsaved')).toBeVisible(),
    ),
  },
  {
    ...file,
    name: 'case, a notice without a member',
    isLong: true,
    before: replaceAnswer(CASE, {
      ...full,
      about: null,
      username: null,
      evidence: [],
      handovers: [handover({ proposedAt: inHours(-0.2) })],
    }),
  },
  { ...file, name: 'case, unknown', before: refusing(CASE, 404, 'PGRST116') },
]
