import { appealLine, caseFile, caseLine, deskId, figures } from '#web/testing/cases.ts'
import {
  alert,
  inHours,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from '../screens.acts.ts'
import type { Screen } from '../screens.ts'

const CASES = /\/api\/desk\/cases(\?.*)?$/
const CASE = /\/api\/desk\/cases\/[\w-]{36}$/
const APPEALS = /\/api\/desk\/appeals(\?.*)?$/
const FIGURES = /\/api\/desk\/figures\?year=\d+$/
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const WORD = 'donaudampfschifffahrt'.repeat(9)

const desk = { as: 'admin', mixed: 'de', path: '/admin/reports' } as const

const cases = (lines = [caseLine()]) =>
  replaceAnswer(CASES, {
    cases: lines,
    next: lines.length > 1 ? 'more' : null,
    open: lines.length,
    overdue: lines.filter(({ isOverdue }) => isOverdue).length,
    appeals: 2,
    needsSecondAdmin: false,
  })
const signals = replaceAnswer(/\/api\/desk\/signals$/, {
  signals: [
    {
      memberId: deskId(1),
      username: LONG,
      since: inHours(-400),
      latest: inHours(-2),
      reasons: ['pushy', 'rude', 'scam', 'something_else'].map((reason, at) => ({
        reason,
        count: 9 - at,
      })),
      seenAt: null,
    },
    {
      memberId: deskId(2),
      username: 'Cleo',
      since: inHours(-500),
      latest: inHours(-50),
      reasons: [{ reason: 'scam', count: 5 }],
      seenAt: inHours(-20),
    },
  ],
})
const queue = [
  caseLine({
    urgency: 'hour',
    reasons: ['minor', 'threat'],
    isOverdue: true,
    openedAt: inHours(-3),
    dueAt: inHours(-2),
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
    openedAt: inHours(-1.5),
    dueAt: inHours(2.5),
  }),
  caseLine({
    id: deskId(703),
    number: 'C-2026-000003',
    openedAt: inHours(-20),
    dueAt: inHours(52),
    username: null,
    reasons: ['rights'],
  }),
]

/** Where staff decide. */
export const deskScreens: Screen[] = [
  { ...desk, name: 'desk', before: cases(queue) },
  { ...desk, name: 'desk, nothing waits', before: cases([]) },
  { ...desk, name: 'desk, put away by several', before: steps(cases(queue.slice(1)), signals) },
  {
    ...desk,
    name: 'desk, a case and the others beside it',
    path: `/admin/reports/${deskId(701)}`,
    isLong: true,
    before: steps(
      cases([...queue, caseLine({ id: deskId(704), number: 'C-2026-000004', words: WORD })]),
      replaceAnswer(
        CASE,
        caseFile({ urgency: 'hour', openedAt: inHours(-3), dueAt: inHours(-2), username: LONG }),
      ),
    ),
  },
  { ...desk, name: 'desk, loading', isWaiting: true, before: withholdAnswer(CASES) },
  { ...desk, name: 'desk, not loaded', before: refusing(CASES, 503, 'unavailable') },
  {
    ...desk,
    name: 'desk, objections',
    path: '/admin/reports?show=appeals',
    isLong: true,
    before: steps(
      cases(queue),
      replaceAnswer(APPEALS, {
        appeals: [
          appealLine({
            decision: { ...appealLine().decision, liftedAt: '2026-11-21T10:00:00.000Z' },
          }),
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
  {
    ...desk,
    name: 'desk, an objection that lifts nothing for a minor by the record',
    path: '/admin/reports?show=appeals',
    isLong: true,
    before: steps(
      cases(queue),
      replaceAnswer(APPEALS, {
        appeals: [appealLine()],
        next: null,
        open: 1,
        needsSecondAdmin: false,
      }),
      refusing(/\/api\/desk\/appeals\/[\w-]{36}\/decision$/, 400, 'invalid_input', {
        errors: [{ path: 'birthdate', message: 'birthdate_underage' }],
      }),
    ),
    prepare: steps(
      ({ page }) => main(page).getByRole('textbox').first().fill('Sie haben recht.'),
      press(/^(Stattgeben|Grant)/),
      alert,
    ),
  },
  {
    ...desk,
    name: 'figures of the desk',
    path: '/admin/reports/figures',
    isLong: true,
    before: replaceAnswer(FIGURES, figures),
  },
  {
    ...desk,
    name: 'figures of the desk, not loaded',
    path: '/admin/reports/figures',
    before: refusing(FIGURES, 503, 'unavailable'),
  },
]
