import type { getBilling, Price, Subscription } from '#contract/billing/billing.ts'
import type { AnswerOf } from '#contract/endpoint.ts'

type Billing = AnswerOf<typeof getBilling>

export const price: Price = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  cents: 1990,
  currency: 'EUR',
  vatPercent: 19,
  vatCents: 318,
}

/** A contract three days old, as the server would tell of it. */
export const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: '018f0000-0000-7000-8000-0000000000b1',
  number: 'A-2026-123456',
  status: 'active',
  price,
  orderedAt: '2026-11-18T10:00:00.000Z',
  periodStart: '2026-11-18T10:01:00.000Z',
  periodEnd: '2026-12-18T10:01:00.000Z',
  nextChargeAt: '2026-12-18T10:01:00.000Z',
  nextChargeCents: 1990,
  endsAt: null,
  cancelledAt: null,
  withdrawUntil: '2026-12-02T22:59:59.999Z',
  withdrawCents: 1990,
  startsEarly: false,
  approveUrl: null,
  newPrice: null,
  endedBecause: null,
  ...more,
})

/** An order nobody has agreed to at the provider yet. */
export const pending = (more: Partial<Subscription> = {}) =>
  subscription({
    status: 'pending',
    periodStart: null,
    periodEnd: null,
    nextChargeAt: null,
    nextChargeCents: null,
    withdrawUntil: null,
    withdrawCents: null,
    approveUrl: 'http://localhost:4010/approve/1',
    ...more,
  })

export const billing = (more: Partial<Billing> = {}): Billing => ({
  provider: 'paypal',
  price,
  plan: { isSubscriber: false, used: 0, limit: 3 },
  subscription: null,
  invoices: [],
  ...more,
})

/** So long the club may take to ask the provider twice, as `server/platform/payments` waits for it. */
export const ASKING_MS = 20_000
