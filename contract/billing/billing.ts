// A member's own subscription: price, order, how it stands and ends, invoices. Amounts are whole cents.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, file, Done } from '../endpoint.ts'
import { Language } from '../fields.ts'
import { Plan } from '../rooms/rooms.ts'

/** Amounts are whole cents, VAT included where nothing else is said. */
export const Price = z.object({
  id: z.uuid(),
  cents: z.int(),
  currency: z.literal('EUR'),
  vatPercent: z.number(),
  vatCents: z.int(),
})
export type Price = z.infer<typeof Price>

/**
 * pending: ordered, not yet approved at the provider · past_due: a charge failed and is tried again ·
 * cancelled: open until the end of the paid period · withdrawn: taken back, money on its way ·
 * refunded: taken back, money returned · ended: over.
 */
export const SubscriptionStatus = z.enum([
  'pending',
  'active',
  'past_due',
  'cancelled',
  'ended',
  'withdrawn',
  'refunded',
])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

const at = z.iso.datetime()

export const Subscription = z.object({
  id: z.uuid(),
  /** What mails and invoices call the contract: `A-2026-123456`. */
  number: z.string(),
  status: SubscriptionStatus,
  price: Price,
  orderedAt: at,
  /** What is paid for; null before the first payment. */
  periodStart: z.nullable(at),
  periodEnd: z.nullable(at),
  /** Null when nothing more will be charged. */
  nextChargeAt: z.nullable(at),
  /** What is charged then: another price than the present one once it was agreed to. */
  nextChargeCents: z.nullable(z.int()),
  /** When access ends, if it does. */
  endsAt: z.nullable(at),
  /** Null also where it ends because nobody agreed to a new price: that is no cancellation. */
  cancelledAt: z.nullable(at),
  /** Until when the contract may be taken back (§ 356 BGB); null once it cannot be. */
  withdrawUntil: z.nullable(at),
  /** What would be paid back if it were taken back now. */
  withdrawCents: z.nullable(z.int()),
  /** Whether the member asked for the service before the withdrawal period ends. */
  startsEarly: z.boolean(),
  /** Where the provider waits for approval, while pending. */
  approveUrl: z.nullable(z.string()),
  /**
   * A price that waits for the member's consent, and from when; without it the subscription ends
   * then. With an address they consented here, and the provider asks them there as well.
   */
  newPrice: z.nullable(z.object({ price: Price, from: at, approveUrl: z.nullable(z.string()) })),
  /**
   * Why it is over; null while it is not. unpaid: the charge never came · reversed: the payer's bank
   * took it back · settled: by a rule of the club · abandoned: never paid at all.
   */
  endedBecause: z.nullable(
    z.enum(['cancelled', 'unpaid', 'reversed', 'withdrawn', 'settled', 'abandoned']),
  ),
})
export type Subscription = z.infer<typeof Subscription>

export const Invoice = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  issuedAt: at,
  cents: z.int(),
})
export type Invoice = z.infer<typeof Invoice>

/** Everything a member sees of their own money. */
export const getBilling = endpoint({
  method: 'GET',
  path: '/api/billing',
  access: 'account',
  response: z.object({
    /** Who takes the payment; null while payments are not switched on. */
    provider: z.nullable(z.enum(['paypal', 'house'])),
    price: Price,
    /** Access may be paid without an own subscription. */
    plan: Plan,
    /** The newest one that was approved or still may be; null when there never was one. */
    subscription: z.nullable(Subscription),
    invoices: z.array(Invoice),
  }),
})

/** The summary is shown: one order may be placed with what it says. Nothing else is created. */
export const mintIntent = endpoint({
  method: 'POST',
  path: '/api/billing/intents',
  access: 'member',
  response: z.object({
    intentId: z.uuid(),
    expiresAt: at,
    price: Price,
    termsVersion: z.string(),
    provider: z.enum(['paypal', 'house']),
  }),
  errors: ['payments_off', 'not_admitted', 'already_subscribed', 'terms_due'],
})

/**
 * "Zahlungspflichtig bestellen". The same intent answers with the same order however often it is
 * sent; while another order waits for approval, that one is the answer.
 */
export const placeOrder = endpoint({
  method: 'POST',
  path: '/api/billing/orders',
  access: 'member',
  limits: { member: 'orderPerMember' },
  isLimitedByHandler: true,
  body: z.object({
    intentId: z.uuid(),
    startsEarly: z.boolean(),
    language: z.optional(Language),
  }),
  response: Subscription,
  errors: [
    'payments_off',
    'not_admitted',
    'intent_expired',
    'already_subscribed',
    'terms_due',
    'provider_unavailable',
  ],
})

const orderParams = z.object({ subscriptionId: z.uuid() })

/** After the way back from the provider: asks it, unless its notice came first. */
export const readOrder = endpoint({
  method: 'GET',
  path: '/api/billing/orders/:subscriptionId',
  access: 'account',
  params: orderParams,
  response: Subscription,
  errors: [codes.notFound],
})

/** Gives up an order that was not approved. */
export const abandonOrder = endpoint({
  method: 'DELETE',
  path: '/api/billing/orders/:subscriptionId',
  access: 'account',
  params: orderParams,
  response: Done,
  errors: [codes.notFound, 'already_subscribed', 'provider_unavailable'],
})

/** To the end of the paid period. Repeating it changes nothing. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/billing/cancellations',
  access: 'account',
  response: Subscription,
  errors: ['nothing_to_cancel'],
})

/** Agrees to a price that was announced. */
export const acceptPrice = endpoint({
  method: 'POST',
  path: '/api/billing/price-consents',
  access: 'account',
  body: z.object({ priceId: z.uuid() }),
  response: Subscription,
  errors: [codes.notFound],
})

export const readInvoice = file({
  path: '/api/billing/invoices/:invoiceId/:format',
  access: 'account',
  params: z.object({ invoiceId: z.uuid(), format: z.enum(['pdf', 'html']) }),
  file: ['application/pdf', 'text/html; charset=utf-8'],
  errors: [codes.notFound],
})

/** What a payment provider reports. Kept as it came, then checked, then applied once. */
export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:provider',
  access: 'visitor',
  params: z.object({ provider: z.enum(['paypal', 'house']) }),
  upload: { maxBytes: 262_144, type: 'application/json' },
  response: z.object({ received: z.literal(true) }),
  errors: [codes.notFound],
})
