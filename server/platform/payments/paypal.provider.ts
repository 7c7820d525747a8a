// PayPal as `PaymentProvider`: orders, cancels, reprices, refunds; leads payers to no address but PayPal's.
import {
  ApplicationContextUserAction,
  ExperienceContextShippingPreference,
  PayeePaymentMethodPreference,
  PaymentsController,
  RefundStatus,
  SubscriptionsController,
  SubscriptionStatus,
  type Subscription,
} from '@paypal/paypal-server-sdk'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ProviderError, type PaymentProvider, type ProviderState } from '../payments.ts'
import { askPayPal, payPalClient, payPalRest, type PayPalReach } from './paypal.client.ts'
import { readState, toValue } from './paypal.events.ts'
import { centsOfPlan, findOrCreatePlan } from './paypal.plans.ts'
import { verifyNotice } from './paypal.webhook.ts'

const STATUS: Partial<Record<SubscriptionStatus, ProviderState['status']>> = {
  [SubscriptionStatus.ApprovalPending]: 'waiting',
  [SubscriptionStatus.Approved]: 'waiting',
  [SubscriptionStatus.Active]: 'active',
  [SubscriptionStatus.Suspended]: 'suspended',
  [SubscriptionStatus.Cancelled]: 'stopped',
  [SubscriptionStatus.Expired]: 'stopped',
}

type Options = PayPalReach & { clubName: string; db: Sql; now: () => Date }

/** PayPal by its official library (subscriptions, payments) and, for the rest, its REST API. */
export function payPalProvider(options: Options): PaymentProvider {
  const { account, clubName, now } = options
  const client = payPalClient(options)
  const rest = payPalRest(options)
  const subscriptions = new SubscriptionsController(client)
  const payments = new PaymentsController(client)

  /** Null: PayPal does not know it, as happens to orders that were never approved. */
  async function find(id: string): Promise<Subscription | null> {
    const call = subscriptions.getSubscription({ id, fields: 'last_failed_payment' })
    const found = await askPayPal<Subscription | null>(call, (status) =>
      status === 404 ? null : undefined,
    )
    if (found && (found.id !== id || !found.status || !STATUS[found.status]))
      throw new ProviderError('PayPal spoke of something else')
    return found
  }

  return {
    name: 'paypal',

    async start({ subscriptionId, cents, currency, returnUrl, cancelUrl, language }) {
      const plan = await findOrCreatePlan({ ...options, client, rest }, { cents, currency })
      const made = await askPayPal(
        subscriptions.createSubscription({
          prefer: 'return=representation',
          paypalRequestId: `order-${subscriptionId}`,
          body: {
            planId: plan,
            customId: subscriptionId,
            applicationContext: {
              brandName: clubName,
              locale: toLocale(language),
              shippingPreference: ExperienceContextShippingPreference.NoShipping,
              userAction: ApplicationContextUserAction.SubscribeNow,
              paymentMethod: {
                payeePreferred: PayeePaymentMethodPreference.ImmediatePaymentRequired,
              },
              returnUrl,
              cancelUrl,
            },
          },
        }),
      )
      const approveUrl = approvalOf(made)
      if (!made.id || !approveUrl || (made.customId ?? subscriptionId) !== subscriptionId)
        throw new ProviderError('PayPal spoke of something else')
      return { providerId: made.id, approveUrl }
    },

    async cancel(providerId) {
      const isOver = await askPayPal<unknown>(
        subscriptions.cancelSubscription({
          id: providerId,
          body: { reason: 'Ended at the club.' },
        }),
        // nobody approved it, or it was stopped already: `read` tells which
        (status, issues) =>
          status === 404 || issues.includes('SUBSCRIPTION_STATUS_INVALID') || undefined,
      )
      if (isOver !== true) return
      const found = await find(providerId)
      if (found && ['active', 'suspended'].includes(STATUS[found.status!]!))
        throw new ProviderError('PayPal goes on charging')
    },

    async reprice({ providerId, cents, currency, returnUrl, cancelUrl, language }) {
      const planId = await findOrCreatePlan({ ...options, client, rest }, { cents, currency })
      const found = await find(providerId)
      if (!found) throw new ProviderError('PayPal does not know it', { isFinal: true })
      if (found.planId === planId) return { approveUrl: null }
      const revised = await askPayPal(
        subscriptions.reviseSubscription({
          id: providerId,
          body: {
            planId,
            applicationContext: {
              brandName: clubName,
              locale: toLocale(language),
              shippingPreference: ExperienceContextShippingPreference.NoShipping,
              returnUrl,
              cancelUrl,
            },
          },
        }),
      )
      // without an address nothing is left to agree to: then the plan has changed already
      const approveUrl = approvalOf(revised)
      if (!approveUrl && (await find(providerId))?.planId !== planId)
        throw new ProviderError('PayPal changed nothing and asks nobody')
      return { approveUrl }
    },

    async refund({ paymentId, cents, currency, key }) {
      const refund = await askPayPal(
        // a payment of a subscription is a capture to PayPal's newer API
        payments.refundCapturedPayment({
          captureId: paymentId,
          prefer: 'return=representation',
          paypalRequestId: `refund-${key}`,
          body: { amount: { currencyCode: currency, value: toValue(cents) } },
        }),
      )
      if (!refund.id) throw new ProviderError('PayPal made a refund without an id')
      if (refund.status === RefundStatus.Failed || refund.status === RefundStatus.Cancelled)
        throw new ProviderError('PayPal could not pay back', { isFinal: true })
      return { refundId: refund.id }
    },

    async read(providerId) {
      const found = await find(providerId)
      if (!found) return null
      const status = STATUS[found.status!]!
      const list =
        status === 'waiting'
          ? {}
          : await askPayPal(
              subscriptions.listSubscriptionTransactions({
                id: providerId,
                startTime: previousDay(found.createTime ?? found.startTime),
                endTime: new Date(now().getTime() + DAY_MS).toISOString(),
              }),
            )
      const approveUrl = status === 'waiting' ? approvalOf(found) : null
      const cents = await centsOfPlan(options, found.planId)
      const orderId = isOrderId(found.customId) ? found.customId : null
      return { status, orderId, approveUrl, cents, ...readState(found, list.transactions ?? []) }
    },

    async verify(headers, body) {
      const notice = await verifyNotice({ account, rest }, headers, body)
      if (notice.outcome !== 'updated') return notice
      // whatever changed: what counts is the plan that is charged now
      const { providerId, key, occurredAt } = notice
      const cents = await centsOfPlan(options, (await find(providerId))?.planId)
      if (cents === null) return { outcome: 'unknown' }
      const event = {
        kind: 'repriced',
        key: `repriced:${key}`,
        providerId,
        occurredAt,
        cents,
      } as const
      return { outcome: 'genuine', key, events: [event] }
    },
  }

  /** Nobody is ever led to another address than PayPal's. */
  function approvalOf({ links = [] }: Pick<Subscription, 'links'>): string | null {
    const href = links.find(({ rel }) => rel === 'approve')?.href
    if (!href || !URL.canParse(href)) return null
    const { protocol, hostname } = new URL(href)
    return protocol === 'https:' && /(^|\.)paypal\.com$/.test(hostname) ? href : null
  }
}

/** What others wrote there is no order of ours. */
const isOrderId = (text: string | undefined): text is string =>
  text !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

const toLocale = (language: 'de' | 'en') => (language === 'de' ? 'de-DE' : 'en-GB')

/** PayPal opened its doors to subscriptions long after this. */
const previousDay = (time = '2020-01-01T00:00:00Z'): string =>
  new Date(Date.parse(time) - DAY_MS).toISOString()
