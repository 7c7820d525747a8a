import { appeal, deskId, report, statement } from '#web/testing/cases.ts'
import { expect } from '../club/journey.ts'
import {
  alert,
  dialog,
  inHours,
  openMenuOfAnother,
  press,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

const LIST = /\/api\/reports(\?.*)?$/
const ONE = /\/api\/reports\/R-2026-123456$/
const STATEMENTS = /\/api\/statements$/
const WORD = 'donaudampfschifffahrt'.repeat(9)

const own = { as: 'member', mixed: 'en' } as const

const decided = {
  state: 'decided',
  decidedAt: '2026-11-21T11:00:00.000Z',
  outcome: 'no_breach',
  mayAppeal: true,
  appealUntil: '2027-05-21T21:59:59.000Z',
} as const
const answered = {
  decidedAt: '2026-11-25T10:00:00.000Z',
  isGranted: false,
  answer: 'Wir haben es noch einmal gelesen und bleiben dabei.',
}

const openMenu = async (stage: GalleryStage) => {
  const { page } = stage
  await openMenuOfAnother(stage)
  await page.getByRole('button', { name: /^(Report|Melden)$/ }).click()
  await expect(page.getByRole('radio').first()).toBeVisible()
}
const sendReport = ({ page }: GalleryStage) =>
  page.getByRole('button', { name: /^(Send report|Meldung absenden)$/ }).click()

/** Reporting, and what becomes of it on either side. */
export const reportScreens: Screen[] = [
  { ...own, name: 'reporting a post', path: '/room/:slug', prepare: steps(openMenu, dialog) },
  {
    ...own,
    name: 'reporting a post, with every error',
    path: '/room/:slug',
    prepare: steps(
      openMenu,
      ({ page }) =>
        page.getByRole('radio', { name: /^(Against the law|Gegen das Gesetz)$/ }).check(),
      sendReport,
      alert,
    ),
  },
  {
    ...own,
    name: 'reporting a post, refused',
    path: '/room/:slug',
    before: refusing(LIST, 429, 'too_many_attempts'),
    prepare: steps(
      openMenu,
      ({ page }) => page.getByRole('radio').first().check(),
      sendReport,
      alert,
    ),
  },
  {
    ...own,
    name: 'reporting a post, sent',
    path: '/room/:slug',
    before: replaceAnswer(LIST, report()),
    prepare: steps(
      openMenu,
      ({ page }) => page.getByRole('radio').first().check(),
      sendReport,
      ({ page }) => expect(page.getByText('R-2026-123456')).toBeVisible(),
    ),
  },
  {
    ...own,
    name: 'own reports',
    path: '/reports',
    before: replaceAnswer(LIST, {
      reports: [
        report(),
        report({ number: 'R-2026-000002', ...decided }),
        report({ number: 'R-2026-000003', ...decided, outcome: 'acted', targetKind: 'photo' }),
        report({ number: 'R-2026-000004', ...decided, appeal: appeal() }),
      ],
      next: 'R-2026-000004',
      limitedUntil: inHours(100),
    }),
  },
  {
    ...own,
    name: 'own reports, the next ones not loaded',
    path: '/reports',
    before: steps(
      replaceAnswer(LIST, { reports: [report()], next: 'R-2026-123456', limitedUntil: null }),
      refusing(/before=R-2026-123456/, 503, 'unavailable'),
    ),
    prepare: steps(press(/^(Load more|Weitere laden)$/), alert),
  },
  {
    ...own,
    name: 'own reports, none',
    path: '/reports',
    before: replaceAnswer(LIST, { reports: [], next: null, limitedUntil: null }),
  },
  {
    ...own,
    name: 'own reports, loading',
    path: '/reports',
    isWaiting: true,
    before: withholdAnswer(LIST),
  },
  {
    ...own,
    name: 'own reports, not loaded',
    path: '/reports',
    before: refusing(LIST, 503, 'unavailable'),
  },
  {
    ...own,
    name: 'a report that waits',
    path: '/reports/R-2026-123456',
    before: replaceAnswer(
      ONE,
      report({ text: WORD, details: WORD, explanation: 'Eine Beleidigung.' }),
    ),
  },
  {
    ...own,
    name: 'a report without breach, objecting',
    path: '/reports/R-2026-123456',
    before: replaceAnswer(ONE, report(decided)),
    prepare: steps(press(/^(Send objection|Widerspruch absenden)$/), alert),
  },
  {
    ...own,
    name: 'a report, objected to and answered',
    path: '/reports/R-2026-123456',
    before: replaceAnswer(ONE, report({ ...decided, mayAppeal: false, appeal: appeal(answered) })),
  },
  {
    ...own,
    name: 'a report of nobody',
    path: '/reports/R-2026-123456',
    before: refusing(ONE, 404, 'PGRST116'),
  },
  {
    ...own,
    name: 'decisions about oneself',
    path: '/statements',
    before: replaceAnswer(STATEMENTS, {
      statements: [
        statement(),
        statement({
          id: deskId(502),
          kind: 'removal',
          endsAt: null,
          mayAppeal: false,
          appeal: appeal(answered),
        }),
        statement({
          id: deskId(503),
          kind: 'ban',
          endsAt: null,
          mayAppeal: false,
          appeal: appeal(),
        }),
        statement({ id: deskId(504), liftedAt: '2026-11-21T10:00:00.000Z', mayAppeal: false }),
      ],
    }),
  },
  {
    ...own,
    name: 'decisions about oneself, none',
    path: '/statements',
    before: replaceAnswer(STATEMENTS, { statements: [] }),
  },
  {
    ...own,
    name: 'decisions about oneself, not loaded',
    path: '/statements',
    before: refusing(STATEMENTS, 503, 'unavailable'),
  },
  {
    ...own,
    name: 'a decision about oneself',
    path: `/statements/${deskId(501)}`,
    isLong: true,
    before: replaceAnswer(STATEMENTS, {
      statements: [
        statement({
          kind: 'removal',
          endsAt: null,
          removed: { kind: 'post', text: WORD },
          facts: 'Sie haben jemanden mehrfach beleidigt.\nTrotz einer Verwarnung.',
        }),
      ],
    }),
  },
  {
    ...own,
    name: 'a decision about oneself, objected to',
    path: `/statements/${deskId(501)}`,
    shows: ':has(> #appeal)',
    before: replaceAnswer(STATEMENTS, {
      statements: [statement({ mayAppeal: false, appeal: appeal() })],
    }),
  },
  {
    as: 'visitor',
    mixed: 'en',
    name: 'a decision by its mailed link',
    path: `/appeal#token=${'a'.repeat(43)}`,
    isLong: true,
    before: replaceAnswer(/\/api\/statement-links\/read$/, statement()),
  },
  { as: 'visitor', mixed: 'en', name: 'a decision by a link used up', path: '/appeal' },
]
