import { afterAll, expect, test } from 'vitest'
import { openClub } from '#testing/club/club.ts'
import { account, noticeHeaders, openPayPal } from '#testing/billing/payPal.ts'
import { ProviderError } from '../payments.ts'
import { payPalProvider } from './paypal.provider.ts'

// PayPal charges another price once the payer agreed to it on its own pages.

const REVISE = 'POST /v1/billing/subscriptions/:id/revise'
const opened: { close(): unknown }[] = []
afterAll(() => Promise.all(opened.map((one) => one.close())))

async function running() {
  const [payPal, club] = [await openPayPal(), await openClub({ now: '2026-03-01T10:00:00Z' })]
  opened.push(payPal, { close: () => club[Symbol.asyncDispose]() })
  const provider = payPalProvider({
    account,
    clubName: 'Parlour',
    db: club.app.db,
    now: club.app.now,
    origin: payPal.url,
    patienceMs: 1_000,
  })
  const urls = { returnUrl: 'https://club.example/settings', cancelUrl: 'https://club.example/x' }
  const { providerId } = await provider.start({
    subscriptionId: '018f0000-0000-7000-8000-000000000001',
    number: 'A-2026-000001',
    cents: 1990,
    currency: 'EUR',
    language: 'de',
    ...urls,
  })
  payPal.approve(providerId)
  const to = { providerId, cents: 2490, currency: 'EUR', language: 'de', ...urls } as const
  return { payPal, provider, providerId, to }
}
const notice = (providerId: string) =>
  Buffer.from(
    JSON.stringify({
      id: 'WH-7',
      event_type: 'BILLING.SUBSCRIPTION.UPDATED',
      create_time: '2026-03-02T10:00:00Z',
      resource: { id: providerId, plan_id: 'P-WHATEVER' },
    }),
  )

test('the payer is led to PayPal, and until they agreed the former price is charged', async () => {
  const { payPal, provider, providerId, to } = await running()
  const { approveUrl } = await provider.reprice(to)
  expect(approveUrl).toMatch(/^https:\/\/www\.sandbox\.paypal\.com\/.*update/)
  expect(payPal.askedFor(REVISE)[0]?.body).toMatchObject({
    application_context: { return_url: to.returnUrl, cancel_url: to.cancelUrl, locale: 'de-DE' },
  })
  expect(await provider.read(providerId)).toMatchObject({ cents: 1990 })
  payPal.agree(providerId)
  expect(await provider.read(providerId)).toMatchObject({ cents: 2490 })
  // and asked again there is nothing left to do
  expect(await provider.reprice(to)).toEqual({ approveUrl: null })
  expect(payPal.askedFor(REVISE)).toHaveLength(1)
})

test('the new plan is of the product of the first, or PayPal would not change to it', async () => {
  const { payPal, provider, to } = await running()
  await provider.reprice(to)
  const plans = payPal.askedFor('POST /v1/billing/plans').map(({ body }) => body as object)
  expect(plans).toMatchObject([{ product_id: 'PROD-1' }, { product_id: 'PROD-1' }])
  expect(payPal.askedFor('POST /v1/catalogs/products')).toHaveLength(1)
})

test('a notice of a change says what is charged now, whatever it claims', async () => {
  const { payPal, provider, providerId, to } = await running()
  await provider.reprice(to)
  const heard = () => provider.verify(noticeHeaders(), notice(providerId))
  expect(await heard()).toMatchObject({ events: [{ kind: 'repriced', cents: 1990 }] })
  payPal.agree(providerId)
  expect(await heard()).toEqual({
    outcome: 'genuine',
    key: 'WH-7',
    events: [
      {
        kind: 'repriced',
        key: 'repriced:WH-7',
        providerId,
        occurredAt: new Date('2026-03-02T10:00:00Z'),
        cents: 2490,
      },
    ],
  })
  const forged = noticeHeaders({ 'paypal-transmission-sig': 'mine' })
  expect(await provider.verify(forged, notice(providerId))).toEqual({ outcome: 'forged' })
  expect(await provider.verify(noticeHeaders(), notice('I-UNKNOWN'))).toEqual({
    outcome: 'unknown',
  })
})

test('a PayPal that refuses, or changes nothing and asks nobody, is a failure', async () => {
  const { payPal, provider, to } = await running()
  payPal.answers.set(REVISE, { body: { links: [] } })
  await expect(provider.reprice(to)).rejects.toThrow(ProviderError)
  payPal.answers.set(REVISE, { status: 422, body: { name: 'UNPROCESSABLE_ENTITY' } })
  await expect(provider.reprice(to)).rejects.toMatchObject({ isFinal: true })
  payPal.answers.set(REVISE, { status: 503, body: {} })
  await expect(provider.reprice(to)).rejects.toMatchObject({ isFinal: false })
  await expect(provider.reprice({ ...to, providerId: 'I-UNKNOWN' })).rejects.toMatchObject({
    isFinal: true,
  })
})
