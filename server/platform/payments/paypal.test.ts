import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { account, noticeHeaders, openPayPal } from '#testing/billing/payPal.ts'
import { uuid } from '#testing/random.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { ProviderError, ProviderOrder } from '../payments.ts'
import { payPalProvider } from './paypal.provider.ts'

const SUBSCRIPTION = '/v1/billing/subscriptions'

async function shop() {
  const database = await cloneDatabase()
  const db = openDatabase(database.url, { max: 2 })
  const payPal = await openPayPal()
  onTestFinished(async () => {
    payPal.close()
    await db.end()
    await database.drop()
  })
  const open = () =>
    payPalProvider({
      account,
      clubName: 'Parlour',
      db,
      now: () => new Date('2026-03-20T12:00:00Z'),
      origin: payPal.url,
      patienceMs: 1_500,
    })
  const provider = open()
  return {
    payPal,
    provider,
    reopened: open,
    async running() {
      const { providerId } = await provider.start(order())
      payPal.approve(providerId)
      return providerId
    },
  }
}

const order = (fields: Partial<ProviderOrder> = {}): ProviderOrder => ({
  subscriptionId: uuid(),
  number: 'A-2026-123456',
  cents: 1990,
  currency: 'EUR',
  returnUrl: 'https://club.example/upgrade/1',
  cancelUrl: 'https://club.example/upgrade',
  language: 'de',
  ...fields,
})

const transaction = (id: string, fields: object = {}) => ({
  id,
  status: 'COMPLETED',
  time: '2026-03-01T10:05:30Z',
  amount_with_breakdown: {
    gross_amount: { currency_code: 'EUR', value: '19.90' },
    fee_amount: { currency_code: 'EUR', value: '0.85' },
    net_amount: { currency_code: 'EUR', value: '19.05' },
  },
  payer_email: 'somebody@example.com',
  ...fields,
})

const notice = (event_type: string, resource: object, id = 'WH-1') =>
  Buffer.from(
    JSON.stringify({
      id,
      event_type,
      create_time: '2026-03-01T10:06:05.123Z',
      resource_type: 'sale',
      summary: 'Something happened',
      resource,
      event_version: '1.0',
    }),
  )

const agreement = (fields: object = {}) => ({
  id: 'I-BW452GLLEP1G',
  status_update_time: '2026-03-01T10:06:00Z',
  subscriber: { email_address: 'somebody@example.com' },
  ...fields,
})

test('an order becomes a subscription of its own, at the price and without any address of the payer', async () => {
  const { payPal, provider } = await shop()
  const wanted = order()
  const started = await provider.start(wanted)
  expect(started.approveUrl).toMatch(/^https:\/\/www\.sandbox\.paypal\.com\//)
  const [plan] = payPal.askedFor('POST /v1/billing/plans')
  expect(plan?.body).toMatchObject({
    status: 'ACTIVE',
    billing_cycles: [
      {
        frequency: { interval_unit: 'MONTH', interval_count: 1 },
        tenure_type: 'REGULAR',
        total_cycles: 0,
        pricing_scheme: { fixed_price: { value: '19.90', currency_code: 'EUR' } },
      },
    ],
    payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 1 },
  })
  const [subscription] = payPal.askedFor(`POST ${SUBSCRIPTION}`)
  expect(subscription?.body).toEqual({
    plan_id: 'P-2',
    custom_id: wanted.subscriptionId,
    application_context: {
      brand_name: 'Parlour',
      locale: 'de-DE',
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      payment_method: { payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
      return_url: wanted.returnUrl,
      cancel_url: wanted.cancelUrl,
    },
  })
})

test('the same order asked for twice is one subscription', async () => {
  const { provider } = await shop()
  const wanted = order()
  expect(await provider.start(wanted)).toEqual(await provider.start(wanted))
})

test('a price is made known to PayPal once, and another price is another plan', async () => {
  const { payPal, provider, reopened } = await shop()
  await provider.start(order())
  await provider.start(order())
  await reopened().start(order())
  expect(payPal.askedFor('POST /v1/billing/plans')).toHaveLength(1)
  await provider.start(order({ cents: 2490 }))
  expect(payPal.askedFor('POST /v1/billing/plans')).toHaveLength(2)
})

test('an order that waits is read with its approval page, one PayPal forgot is not known', async () => {
  const { provider } = await shop()
  const wanted = order()
  const { providerId, approveUrl } = await provider.start(wanted)
  expect(await provider.read(providerId)).toEqual({
    status: 'waiting',
    orderId: wanted.subscriptionId,
    approveUrl,
    cents: 1990,
    events: [],
    repaid: [],
  })
  expect(await provider.read('I-UNKNOWN')).toBeNull()
})

test('what happened to a subscription is read with the keys its notices have', async () => {
  const { payPal, provider, running } = await shop()
  const providerId = await running()
  payPal.transactions.set(providerId, [
    transaction('44P499886K055384U'),
    transaction('3BACK', { status: 'PARTIALLY_REFUNDED', time: '2026-04-01T10:05:30Z' }),
    transaction('4NEVER', { status: 'DECLINED' }),
  ])
  Object.assign(payPal.agreements.get(providerId)!, {
    billing_info: {
      outstanding_balance: { currency_code: 'EUR', value: '0.0' },
      failed_payments_count: 1,
      last_failed_payment: {
        amount: { currency_code: 'EUR', value: '19.90' },
        time: '2026-05-01T10:00:00Z',
      },
    },
  })
  const state = await provider.read(providerId)
  expect(state).toMatchObject({ status: 'active', approveUrl: null, repaid: ['3BACK'] })
  expect(state?.events).toEqual([
    {
      kind: 'paid',
      key: 'paid:44P499886K055384U',
      providerId,
      paymentId: '44P499886K055384U',
      cents: 1990,
      feeCents: 85,
      occurredAt: new Date('2026-03-01T10:05:30Z'),
    },
    expect.objectContaining({ kind: 'paid', key: 'paid:3BACK' }),
    // nobody pays before they have agreed
    expect.objectContaining({
      kind: 'approved',
      key: 'approved',
      occurredAt: new Date('2026-03-01T10:05:30Z'),
    }),
    expect.objectContaining({
      kind: 'payment_failed',
      key: 'failed:2026-05-01T10:00:00.000Z',
    }),
  ])
})

test('a subscription is stopped once, and one that was never approved needs no stopping', async () => {
  const { provider, running } = await shop()
  const providerId = await running()
  await provider.cancel(providerId)
  await provider.cancel(providerId)
  const state = await provider.read(providerId)
  expect(state?.status).toBe('stopped')
  expect(state?.events.at(-1)).toMatchObject({ kind: 'stopped', key: 'stopped' })
  const { providerId: waiting } = await provider.start(order())
  await provider.cancel(waiting)
  await provider.cancel('I-UNKNOWN')
})

test('PayPal refusing to stop what still charges is a failure', async () => {
  const { payPal, provider, running } = await shop()
  const providerId = await running()
  payPal.answers.set(`POST ${SUBSCRIPTION}/:id/cancel`, {
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }] },
  })
  await expect(provider.cancel(providerId)).rejects.toThrow('goes on charging')
})

test('a payment goes back once for each key', async () => {
  const { payPal, provider } = await shop()
  const refund = (key: string) =>
    provider.refund({ providerId: 'I-1', paymentId: '44P', cents: 1005, currency: 'EUR', key })
  expect(await refund('one')).toEqual(await refund('one'))
  expect(await refund('two')).not.toEqual(await refund('one'))
  const [call] = payPal.askedFor('POST /v2/payments/captures/:id/refund')
  expect(call?.body).toEqual({ amount: { value: '10.05', currency_code: 'EUR' } })
  expect(call?.headers['paypal-request-id']).toBe('refund-one')
})

test('a refund that PayPal can never make is told from one that may be tried again', async () => {
  const { payPal, provider } = await shop()
  const refund = () =>
    provider.refund({ providerId: 'I-1', paymentId: '4', cents: 1, currency: 'EUR', key: 'k' })
  payPal.answers.set('POST /v2/payments/captures/:id/refund', {
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'CAPTURE_FULLY_REFUNDED' }] },
  })
  await expect(refund()).rejects.toMatchObject({ isFinal: true })
  payPal.answers.set('POST /v2/payments/captures/:id/refund', { status: 503, body: {} })
  await expect(refund()).rejects.toMatchObject({ isFinal: false })
})

test.each([
  ['BILLING.SUBSCRIPTION.ACTIVATED', { kind: 'approved', key: 'approved' }],
  ['BILLING.SUBSCRIPTION.CANCELLED', { kind: 'stopped', key: 'stopped' }],
  ['BILLING.SUBSCRIPTION.EXPIRED', { kind: 'stopped', key: 'stopped' }],
])('%s is understood', async (type, understood) => {
  const { provider } = await shop()
  const outcome = await provider.verify(noticeHeaders(), notice(type, agreement()))
  expect(outcome).toEqual({
    outcome: 'genuine',
    key: 'WH-1',
    events: [
      { ...understood, providerId: 'I-BW452GLLEP1G', occurredAt: new Date('2026-03-01T10:06Z') },
    ],
  })
})

test('a failed charge is told by its time, so that asking PayPal tells the same', async () => {
  const { provider } = await shop()
  const failed = agreement({
    billing_info: { last_failed_payment: { time: '2026-05-01T10:00:00Z' } },
  })
  const verified = await provider.verify(
    noticeHeaders(),
    notice('BILLING.SUBSCRIPTION.PAYMENT.FAILED', failed),
  )
  expect(verified).toMatchObject({
    events: [{ kind: 'payment_failed', key: 'failed:2026-05-01T10:00:00.000Z' }],
  })
})

test('a payment is understood with its fee, and one without a subscription is none of ours', async () => {
  const { provider } = await shop()
  const sale = {
    id: '44P499886K055384U',
    state: 'completed',
    amount: { total: '19.90', currency: 'EUR', details: { subtotal: '19.90' } },
    transaction_fee: { currency: 'EUR', value: '0.85' },
    create_time: '2026-03-01T10:05:30Z',
    billing_agreement_id: 'I-BW452GLLEP1G',
  }
  const said = (resource: object) =>
    provider.verify(noticeHeaders(), notice('PAYMENT.SALE.COMPLETED', resource))
  expect(await said(sale)).toMatchObject({
    events: [
      {
        kind: 'paid',
        key: 'paid:44P499886K055384U',
        providerId: 'I-BW452GLLEP1G',
        cents: 1990,
        feeCents: 85,
      },
    ],
  })
  const { billing_agreement_id: _, ...elsewhere } = sale
  expect(await said(elsewhere)).toEqual({ outcome: 'unknown' })
})

test('a refund and a reversal name the payment, and it may be all they name', async () => {
  const { provider } = await shop()
  const refund = {
    id: '6YX43824R4443062K',
    sale_id: '44P499886K055384U',
    amount: { total: '-10.05', currency: 'EUR' },
    create_time: '2026-03-10T10:00:00Z',
    state: 'completed',
  }
  const said = (type: string, resource: object) =>
    provider.verify(noticeHeaders(), notice(type, resource))
  expect(await said('PAYMENT.SALE.REFUNDED', refund)).toMatchObject({
    events: [
      {
        kind: 'refunded',
        key: 'refunded:6YX43824R4443062K',
        providerId: null,
        paymentId: '44P499886K055384U',
        refundId: '6YX43824R4443062K',
        cents: 1005,
      },
    ],
  })
  const { sale_id: _, ...bare } = refund
  const links = [
    {
      rel: 'sale',
      href: 'https://api.paypal.com/v1/payments/sale/44P499886K055384U',
      method: 'GET',
    },
  ]
  expect(await said('PAYMENT.SALE.REVERSED', { ...bare, links })).toMatchObject({
    events: [{ kind: 'reversed', key: 'reversed:6YX43824R4443062K', cents: 1005 }],
  })
})

test('a dispute that is won names the payments that come again; any other end of one says nothing', async () => {
  const { provider } = await shop()
  const resolved = (outcome_code: string) =>
    provider.verify(
      noticeHeaders(),
      notice('CUSTOMER.DISPUTE.RESOLVED', {
        dispute_id: 'PP-D-27803',
        update_time: '2026-05-10T10:00:00.000Z',
        disputed_transactions: [{ seller_transaction_id: '44P499886K055384U' }],
        dispute_outcome: { outcome_code },
      }),
    )
  for (const outcome of ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER'])
    expect(await resolved(outcome)).toMatchObject({
      events: [
        {
          kind: 'reinstated',
          key: 'reinstated:PP-D-27803:44P499886K055384U',
          providerId: null,
          paymentId: '44P499886K055384U',
          occurredAt: new Date('2026-05-10T10:00:00Z'),
        },
      ],
    })
  for (const outcome of ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'ACCEPTED', 'DENIED'])
    expect(await resolved(outcome)).toEqual({ outcome: 'unknown' })
})

test('a notice is PayPal’s own when PayPal says so, by its very bytes', async () => {
  const { payPal, provider } = await shop()
  const body = Buffer.from(
    notice('CATALOG.PRODUCT.CREATED', {}).toString().replace('{', '{  "odd" :  1.00, '),
  )
  expect(await provider.verify(noticeHeaders(), body)).toEqual({ outcome: 'unknown' })
  const [call] = payPal.askedFor('POST /v1/notifications/verify-webhook-signature')
  expect(call?.text).toContain(`"webhook_event":${body.toString()}}`)
  expect(call?.body).toMatchObject({ webhook_id: account.webhookId, auth_algo: 'SHA256withRSA' })
})

test('a forged notice is refused, and what cannot be PayPal’s is not even asked about', async () => {
  const { payPal, provider } = await shop()
  const body = notice('BILLING.SUBSCRIPTION.ACTIVATED', agreement())
  const forged = { outcome: 'forged' }
  expect(await provider.verify(noticeHeaders({ 'paypal-transmission-sig': 'x' }), body)).toEqual(
    forged,
  )
  payPal.received.length = 0
  expect(await provider.verify({}, body)).toEqual(forged)
  expect(await provider.verify(noticeHeaders(), Buffer.from('{"half":'))).toEqual(forged)
  for (const address of ['https://paypal.com.example/cert', 'http://api.paypal.com/cert', 'cert'])
    expect(await provider.verify(noticeHeaders({ 'paypal-cert-url': address }), body)).toEqual(
      forged,
    )
  expect(payPal.received).toEqual([])
})

test('money of another currency is nothing the club books', async () => {
  const { payPal, provider, running } = await shop()
  const providerId = await running()
  const dollars = { gross_amount: { currency_code: 'USD', value: '19.90' } }
  payPal.transactions.set(providerId, [transaction('1', { amount_with_breakdown: dollars })])
  await expect(provider.read(providerId)).rejects.toThrow('money the club does not take')
})

test.each(['silence', 'nonsense', { status: 500, body: {} }, { status: 429, body: {} }] as const)(
  'a PayPal that answers with %j is a failure to try again',
  async (answer) => {
    const { payPal, provider, running } = await shop()
    const providerId = await running()
    payPal.answers.set(`GET ${SUBSCRIPTION}/:id`, answer)
    payPal.answers.set(`POST ${SUBSCRIPTION}`, answer)
    payPal.answers.set('POST /v1/notifications/verify-webhook-signature', answer)
    const again = { name: 'Error', isFinal: false }
    await Promise.all(
      [
        provider.read(providerId),
        provider.start(order()),
        provider.verify(noticeHeaders(), notice('BILLING.SUBSCRIPTION.ACTIVATED', agreement())),
      ].map((asked) => expect(asked).rejects.toMatchObject(again)),
    )
  },
)

test('a PayPal that speaks of another subscription, or leads elsewhere, is not believed', async () => {
  const { payPal, provider, running } = await shop()
  const providerId = await running()
  const other = { ...payPal.agreements.get(providerId), id: 'I-OTHER' }
  payPal.answers.set(`GET ${SUBSCRIPTION}/:id`, { body: other })
  await expect(provider.read(providerId)).rejects.toThrow('something else')
  const links = [{ rel: 'approve', href: 'https://paypal.com.example/pay', method: 'GET' }]
  payPal.answers.set(`POST ${SUBSCRIPTION}`, { body: { id: 'I-1', links } })
  await expect(provider.start(order())).rejects.toThrow('something else')
})

test('no failure tells a secret', async () => {
  const { payPal, provider } = await shop()
  payPal.answers.set(`POST ${SUBSCRIPTION}`, {
    status: 400,
    body: { name: 'INVALID_REQUEST', message: 'somebody@example.com' },
  })
  const error = await provider.start(order()).catch((thrown: ProviderError) => thrown)
  const text = inspect(error, { depth: 10 })
  expect(text).toContain('PayPal said 400 INVALID_REQUEST')
  expect(text).not.toMatch(/A21AA|EXAMPLE-SECRET|Basic|Bearer|example\.com/)
})
