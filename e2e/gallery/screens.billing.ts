import type { getBilling, Price, Subscription } from '#contract/billing/billing.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listRooms } from '#contract/rooms/rooms.ts'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { pending, price, subscription } from '#web/testing/billing.ts'
import { expect } from '../club/journey.ts'
import { answering, dialog, main, press, refusing, steps, withholdAnswer } from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

type Billing = AnswerOf<typeof getBilling>
type Rooms = AnswerOf<typeof listRooms>

const BILLING = /\/api\/billing$/
const INTENTS = /\/api\/billing\/intents$/
const ORDERS = /\/api\/billing\/orders/
const ID = '018f0000-0000-7000-8000-0000000000b1'
const OTHER = '018f0000-0000-7000-8000-0000000000b2'
const member = { as: 'member', mixed: 'de' } as const
const upgrade = { ...member, path: '/upgrade' } as const
const order = { ...member, path: `/upgrade/${ID}` } as const
const settings = { as: 'member', mixed: 'en', path: '/settings' } as const
const contract = { ...settings, path: '/settings/contract' } as const
const rooms = { as: 'member', mixed: 'en', path: '/rooms' } as const

const active = subscription()
const waiting = pending()
const invoices: Billing['invoices'] = [
  { id: ID, number: 'R-2026-000001', kind: 'invoice', issuedAt: active.orderedAt, cents: 1990 },
  {
    id: OTHER,
    number: 'R-2026-000002',
    kind: 'credit_note',
    issuedAt: active.orderedAt,
    cents: 995,
  },
]

const owing = (current: Subscription | null, more: Partial<Billing> = {}) =>
  answering<Billing>(BILLING, (answer) => ({
    ...answer,
    provider: 'paypal',
    price,
    subscription: current,
    ...more,
  }))

const untaxed = { ...price, vatPercent: 0, vatCents: 0 } as const
/** Ended by itself, because nobody answered to a new price. */
const silent: Partial<Subscription> = {
  status: 'cancelled',
  nextChargeAt: null,
  nextChargeCents: null,
  cancelledAt: null,
  endsAt: active.periodEnd,
  withdrawUntil: null,
  withdrawCents: null,
}
const raised = (of: Price): Partial<Subscription> => ({
  newPrice: { price: { ...of, cents: 2490 }, from: '2027-02-18T10:01:00.000Z', approveUrl: null },
})

const orderingAt = (at: Price) =>
  steps(owing(null, { price: at }), ({ page }) =>
    page.route(INTENTS, (route) =>
      route.fulfill({
        json: {
          intentId: ID,
          expiresAt: '2099-01-01T00:00:00.000Z',
          price: at,
          termsVersion: documentVersions.terms,
          provider: 'paypal',
        },
      }),
    ),
  )
const ordering = orderingAt(price)
const summary = ({ page }: GalleryStage) =>
  expect(main(page).getByRole('button', { name: legalLabels.order })).toBeVisible()

const being = (how: Partial<Subscription>) =>
  steps(owing({ ...waiting, ...how }), ({ page }: GalleryStage) =>
    page.route(ORDERS, (route) => route.fulfill({ json: { ...waiting, ...how } })),
  )

const resting = answering<Rooms>(/\/api\/rooms$/, (answer) => ({
  ...answer,
  rooms: answer.rooms.map((room, index) => ({ ...room, isMember: true, isDormant: index > 2 })),
}))
const rested = ({ page }: GalleryStage) =>
  expect(main(page).getByRole('button', { name: CHOOSE })).toBeVisible()
const CHOOSE = /^(Choose rooms|Räume wählen)$/

/** What Premium costs, from the order to what becomes of the rooms when it ends. */
export const billingScreens: Screen[] = [
  { ...upgrade, name: 'upgrade, payments off' },
  { ...upgrade, name: 'upgrade', isLong: true, before: ordering, prepare: summary },
  {
    ...upgrade,
    name: 'upgrade, without VAT',
    isLong: true,
    before: orderingAt(untaxed),
    prepare: summary,
  },
  { ...upgrade, name: 'upgrade, loading', isWaiting: true, before: withholdAnswer(BILLING) },
  { ...upgrade, name: 'upgrade, failed', before: refusing(BILLING, 503, 'unavailable') },
  {
    ...upgrade,
    name: 'upgrade, the provider is down',
    isLong: true,
    before: steps(ordering, refusing(ORDERS, 503, 'provider_unavailable')),
    prepare: steps(summary, ({ page }) =>
      main(page).getByRole('button', { name: legalLabels.order }).click(),
    ),
  },
  { ...upgrade, name: 'upgrade, Premium already', isLong: true, before: owing(active) },
  {
    ...upgrade,
    name: 'upgrade, cancelled',
    isLong: true,
    before: owing({
      ...active,
      status: 'cancelled',
      cancelledAt: '2026-11-20T10:00:00.000Z',
      endsAt: active.periodEnd,
    }),
  },
  {
    ...upgrade,
    name: 'upgrade, no answer to a new price',
    isLong: true,
    before: owing({ ...active, ...silent }),
  },
  { ...upgrade, name: 'upgrade, an order waits', isLong: true, before: owing(waiting) },
  { ...order, name: 'order, waiting', before: being({}) },
  { ...order, name: 'order, not agreed', path: `${order.path}?declined`, before: being({}) },
  { ...order, name: 'order, approved', before: being(active) },
  { ...order, name: 'order, nothing ordered', before: being({ status: 'ended' }) },
  { ...order, name: 'order, not there', before: refusing(ORDERS, 404, 'PGRST116') },
  {
    ...order,
    name: 'order, no answer',
    isWaiting: true,
    before: refusing(ORDERS, 503, 'unavailable'),
  },
  {
    ...contract,
    name: 'settings, Premium',
    isLong: true,
    before: owing({ ...active, ...raised(price) }, { invoices }),
  },
  {
    ...contract,
    name: 'settings, Premium without VAT',
    before: owing({ ...active, price: untaxed, ...raised(untaxed) }),
  },
  {
    ...settings,
    name: 'settings, Premium in a line',
    before: owing(active, { invoices }),
  },
  {
    ...settings,
    name: 'settings, a charge failed',
    before: owing({ ...active, status: 'past_due', endsAt: '2027-01-01T10:01:00.000Z' }),
  },
  {
    ...settings,
    name: 'settings, cancelled',
    before: owing({
      ...active,
      status: 'cancelled',
      nextChargeAt: null,
      nextChargeCents: null,
      cancelledAt: '2026-11-20T10:00:00.000Z',
      endsAt: active.periodEnd,
    }),
  },
  {
    ...contract,
    name: 'settings, no answer to a new price',
    before: owing({ ...active, ...silent }),
  },
  {
    ...contract,
    name: 'settings, withdrawn',
    before: owing({ ...active, status: 'withdrawn', withdrawUntil: null }),
  },
  {
    ...settings,
    name: 'settings, subscription unknown',
    before: refusing(BILLING, 503, 'unavailable'),
  },
  { ...rooms, name: 'rooms, some resting', isLong: true, before: resting, prepare: rested },
  {
    ...rooms,
    name: 'rooms, choosing which stay',
    before: resting,
    prepare: steps(press(CHOOSE), dialog),
  },
]
