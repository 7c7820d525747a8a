import type { AnswerOf } from '#contract/endpoint.ts'
import type {
  getMoneyFigures,
  listDeclarations,
  listRefunds,
  listSubscriptions,
} from '#contract/billing/backOffice.ts'
import { expect } from '../../club/journey.ts'
import {
  alert,
  dialog,
  main,
  press,
  refusing,
  steps,
  submit,
  withholdAnswer,
} from '../screens.acts.ts'
import type { Screen, GalleryStage } from '../screens.ts'

type Subscriptions = AnswerOf<typeof listSubscriptions>
type Refunds = AnswerOf<typeof listRefunds>
type Declarations = AnswerOf<typeof listDeclarations>
type Figures = AnswerOf<typeof getMoneyFigures>

const desk = { as: 'admin', mixed: 'de', path: '/admin/money', isLong: true } as const
const part = (name: string) => ({ ...desk, path: `/admin/money?part=${name}` }) as const
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const idOf = (at: number) => `018f0000-0000-7000-8000-00000000000${at}`
const listOf = (name: string) => new RegExp(`/api/admin/money/${name}(\\?.*)?$`)

const saying = (name: string, json: object) => (stage: GalleryStage) =>
  stage.page.route(listOf(name), (route) => route.fulfill({ json }))
/** Of these lines what the list's filter is for. */
const listing =
  <L>(name: string, answer: { lines: L[] }, filter: string, belongs: (line: L) => boolean) =>
  ({ page }: GalleryStage) =>
    page.route(listOf(name), (route) => {
      const isWanted = new URL(route.request().url()).searchParams.get('filter') === filter
      const those = { lines: answer.lines.filter(belongs), hasMore: false }
      return route.fulfill({ json: { ...answer, ...(isWanted && those) } })
    })

const subscriptions: Subscriptions = {
  lines: (['active', 'past_due', 'cancelled', 'pending', 'ended'] as const).map((status, at) => ({
    id: idOf(at),
    number: `A-2026-10000${at}`,
    username: [LONG, 'Mia', null, 'Ben', 'Nora'][at] ?? null,
    status,
    cents: 1990,
    orderedAt: '2026-11-02T18:05:00.000Z',
    periodEnd: status === 'pending' ? null : '2026-12-02T18:05:00.000Z',
    failures: status === 'past_due' ? 2 : 0,
  })),
  hasMore: true,
}
const refunds: Refunds = {
  lines: (['open', 'sent', 'done', 'failed'] as const).map((status, at) => ({
    id: idOf(at),
    number: `A-2026-10000${at}`,
    username: at === 1 ? null : LONG,
    cents: 1592,
    reason: (['withdrawal', 'ban', 'goodwill', 'duplicate'] as const)[at]!,
    status,
    requestedAt: '2026-11-02T18:05:00.000Z',
    dueAt: '2026-11-16T18:05:00.000Z',
    doneAt: status === 'done' ? '2026-11-03T09:00:00.000Z' : null,
  })),
  hasMore: false,
}
const declarations: Declarations = {
  lines: (['waiting', 'disputed', 'matched', 'settled'] as const).map((state, at) => ({
    id: idOf(at),
    reference: `${at === 1 ? 'WI' : 'KU'}-2026-20000${at}`,
    kind: at === 1 ? 'withdrawal' : 'cancellation',
    receivedAt: '2026-11-20T18:05:00.000Z',
    name: LONG,
    contract: `${'donaudampfschifffahrt.'.repeat(6)}mia@example.org`,
    email: 'mia@example.org',
    isExtraordinary: at === 0,
    reason: at === 0 ? 'Der Club war\nzwei Wochen zu.' : null,
    endDate: at === 0 ? '2026-12-31' : null,
    state,
    number: at === 2 ? 'A-2026-100002' : null,
    settlement: at === 3 ? { note: 'Doppelt.', by: 'Nora', at: '2026-11-21T08:12:00.000Z' } : null,
  })),
  hasMore: false,
  waiting: 1,
}
const figures: Figures = {
  months: ['2026-11', '2026-10'].map((month) => ({
    month,
    started: 12,
    ended: 3,
    payments: 1234,
    grossCents: 2_455_660,
    vatCents: 392_080,
    refundedCents: 15_920,
  })),
  active: 1231,
  failing: 1,
  openRefunds: 3,
  comparedAt: '2026-11-21T03:00:00.000Z',
  drift: [true, false].map((isRepaired, at) => ({
    number: `A-2026-10000${at}`,
    found: 'missed: paid',
    isRepaired,
    at: '2026-11-21T03:00:00.000Z',
  })),
}
const none = { lines: [], hasMore: false }

const all = steps(
  listing('subscriptions', subscriptions, 'failing', ({ failures }) => failures > 0),
  saying('refunds', refunds),
  listing('declarations', declarations, 'waiting', ({ state }) => state === 'waiting'),
  saying('figures', figures),
)
const empty = steps(
  saying('subscriptions', none),
  saying('refunds', none),
  saying('declarations', { ...none, waiting: 0 }),
  saying('figures', { ...figures, months: [], drift: [], comparedAt: null }),
)
const table = ({ page }: GalleryStage) => expect(main(page).locator('table').last()).toBeVisible()
const invalid = ({ page }: GalleryStage) =>
  expect(page.locator('[aria-invalid=true]').first()).toBeVisible()

/** What the club takes, gives back and is told. */
export const moneyScreens: Screen[] = [
  { ...desk, name: 'money', before: all, prepare: table },
  { ...desk, name: 'money, empty', before: empty },
  {
    ...desk,
    name: 'money, loading',
    isWaiting: true,
    before: steps(all, withholdAnswer(listOf('subscriptions'))),
  },
  {
    ...desk,
    name: 'money, not loaded',
    before: steps(all, refusing(listOf('subscriptions'), 503, 'unavailable')),
    prepare: alert,
  },
  {
    ...desk,
    name: 'money, a refund with every error',
    before: all,
    prepare: steps(
      press(/^(Erstatten|Refund), A-2026-100000/),
      dialog,
      ({ page }) => page.getByRole('dialog').locator('button[type=submit]').click(),
      invalid,
    ),
  },
  {
    ...desk,
    name: 'money, a refund of one’s own',
    before: steps(all, refusing(/\/subscriptions\/[\w-]{36}\/refunds$/, 403, 'own_case')),
    prepare: steps(
      press(/^(Erstatten|Refund), A-2026-100000/),
      dialog,
      async ({ page }) => {
        const [amount, note] = await page.getByRole('dialog').getByRole('textbox').all()
        await amount!.fill('5')
        await note!.fill('Der Abend fiel aus.')
        await page.getByRole('dialog').locator('button[type=submit]').click()
      },
      alert,
    ),
  },
  { ...part('failing'), name: 'money, failed payments', before: all, prepare: table },
  { ...part('refunds&filter=all'), name: 'money, refunds', before: all, prepare: table },
  { ...part('declarations&filter=all'), name: 'money, declarations', before: all },
  {
    ...part('declarations'),
    name: 'money, a declaration to be settled',
    before: all,
    prepare: steps(press(/(erledigen$|^Settle)/), submit, invalid),
  },
  { ...part('declarations'), name: 'money, no declarations', before: empty },
  { ...part('figures'), name: 'money, figures', before: all, prepare: table },
]
