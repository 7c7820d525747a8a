import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { markCounted } from '#server/platform/limits/attempts.ts'
import { rates } from '#contract/limits.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { sql } from '#server/platform/database/database.ts'
import { ProviderError, type PaymentProvider } from '#server/platform/payments.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { readBooks, createOrder } from '#testing/billing/orders.ts'
import { account, noticeHeaders, openPayPal } from '#testing/billing/payPal.ts'
import { payPalProvider } from '#server/platform/payments/paypal.provider.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { settleWebhooks } from './webhooks.service.ts'

const START = '2026-03-02T10:00:00Z'
const open = () => openClub({ now: START, payments: 'house' })
const PAID = {
  status: 'active',
  until: '2026-04-16T09:00:00.000Z',
  booked: ['payment'],
  isBalanced: true,
  happened: ['approved', 'ordered', 'paid'],
  invoices: [1990],
}

const statuses = async ({ db }: Club) =>
  (
    await db.rows<{ status: string }>(sql`select status from webhooks order by received_at, id`)
  ).map(({ status }) => status)

test('a payment at the provider opens rooms, is booked and gets its invoice', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  expect(await readBooks(club, order)).toMatchObject({ status: 'pending', until: null, booked: [] })
  await club.house.approve(order.approveUrl)
  expect(await readBooks(club, order)).toEqual(PAID)
  expect(await statuses(club)).toEqual(['applied', 'applied'])
})

test('the same webhook fifty times at once has one effect', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.faults({ copies: 50 })
  await club.house.approve(order.approveUrl)
  await settleLater(club)
  expect(await readBooks(club, order)).toEqual(PAID)
  const all = await statuses(club)
  expect(all).toHaveLength(100)
  expect(all.filter((status) => status === 'applied')).toHaveLength(2)
  expect(all.filter((status) => status === 'repeated')).toHaveLength(98)
})

test('webhooks that come late and the newest first come to the same', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.faults({ lateSeconds: 7_200, newestFirst: true, copies: 2 })
  await club.house.approve(order.approveUrl)
  expect(await readBooks(club, order)).toMatchObject({ status: 'pending' })
  club.clock.advance({ hours: 3 })
  await club.house.settle()
  expect(await readBooks(club, order)).toEqual(PAID)
})

test('a forged webhook changes nothing and leaves nothing of what it said', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  const at = START
  const paid = {
    id: 'x',
    agreement: order.providerId,
    at,
    kind: 'paid',
    payment: 'p',
    cents: 1990,
    feeCents: 0,
  }
  await club.house.forge(paid)
  await club.house.forge(paid, 'short')
  expect(await readBooks(club, order)).toMatchObject({ status: 'pending', booked: [] })
  expect(await statuses(club)).toEqual(['forged', 'forged'])
  const stored = await club.db.rows<{ headers: object; size: number }>(
    sql`select headers, octet_length(body) as size from webhooks`,
  )
  expect(stored.map(({ size }) => size)).toEqual([0, 0])
  expect(Object.keys(stored[0]!.headers).sort()).toEqual([
    'content-type',
    'house-signature',
    'user-agent',
  ])
})

test('a sender of too many forged webhooks is refused for a while', async () => {
  await using club = await open()
  const { max } = rates.webhookForged
  await club.db.run(sql`
    insert into attempts (action, identifier, times, expires_at)
    select 'webhookForged', ${await markCounted(club.app, '127.0.0.1')}::bytea,
      array_fill(${START}::timestamptz, array[${max - 1}::int]), ${START}::timestamptz + interval '1 hour'`)
  const post = () =>
    fetch(`${club.url}/api/webhooks/house`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  expect((await post()).status).toBe(200)
  const refused = await post()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await statuses(club)).toEqual(['forged'])
  club.clock.advance({ hours: 1, minutes: 1 })
  expect((await post()).status).toBe(200)
})

test('a flood of what nobody knows holds up nothing that comes from where something genuine came', async () => {
  const requested = Promise.withResolvers<void>()
  const provider = {
    name: 'house',
    // it takes its time over what is not its own
    async verify(_: unknown, body: Buffer) {
      if (!String(body).startsWith('real')) await requested.promise
      return String(body).startsWith('real')
        ? { outcome: 'genuine', key: String(body), events: [] }
        : { outcome: 'forged' }
    },
  } as unknown as PaymentProvider
  const trustedProxies = parseNetworks(['127.0.0.1'])
  await using club = await openClub({ now: START, payments: provider, config: { trustedProxies } })
  const post = (body: string, from: string) =>
    fetch(`${club.url}/api/webhooks/house`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body,
    })
  expect((await post('real 1', '203.0.113.9')).status).toBe(200)
  const flood = Array.from({ length: 60 }, (_, n) => post('{}', `198.51.100.${n + 1}`))
  await until(async () => (await statuses(club)).filter((one) => one === 'received').length >= 52)
  expect((await post('real 2', '203.0.113.9')).status).toBe(200)
  expect((await statuses(club)).filter((one) => one === 'applied')).toHaveLength(2)
  // who finds the door full is told to come again, and nothing is kept of it
  const refused = await post('real 3', '192.0.2.7')
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true])
  requested.resolve()
  const answers = (await Promise.all(flood)).map(({ status }) => status)
  expect(answers.filter((status) => status === 200)).toHaveLength(52)
  expect((await post('real 3', '192.0.2.7')).status).toBe(200)
})

/** A provider that says of some notices that they are its own, and of others nothing at all. */
const halfDeaf = {
  name: 'house',
  async verify(_: unknown, body: Buffer) {
    if (!String(body).startsWith('real')) throw new ProviderError('nobody answers')
    return { outcome: 'genuine', key: String(body), events: [] }
  },
} as unknown as PaymentProvider

test('notices of which nobody can say whose they are count for where they come from', async () => {
  await using club = await openClub({ now: START, payments: halfDeaf })
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${club.url}/api/webhooks/house`, { method: 'POST', headers, body })).status
  }
  const counted = async () =>
    (
      await club.db.row<{ times: number }>(sql`
        select coalesce(max(cardinality(times)), 0) as times from attempts
        where action = 'webhookForged'`)
    )?.times
  expect([await post('{}'), await post('{}'), await counted()]).toEqual([200, 200, 2])
  // where something genuine came from a provider that is away for a while is heard all the same
  expect([await post('real'), await post('{}'), await counted()]).toEqual([200, 200, 2])
})

test('a genuine notice that the database fails over does not count against where it comes from', async () => {
  await using club = await openClub({ now: START, payments: halfDeaf })
  const headers = { 'content-type': 'application/json' }
  // no text of the database holds such a character
  const body = 'real\0'
  const sent = await fetch(`${club.url}/api/webhooks/house`, { method: 'POST', headers, body })
  expect([sent.status, await statuses(club)]).toEqual([200, ['received']])
  expect(await club.db.rows(sql`select from attempts where action = 'webhookForged'`)).toEqual([])
})

test('notices nobody can prove keep none waiting that came after them', async () => {
  await using club = await openClub({ now: START, payments: halfDeaf })
  const bodies = [...Array<string>(7).fill('{}'), 'real']
  for (const [index, body] of bodies.entries())
    await club.db.run(sql`
      insert into webhooks (id, provider, received_at, headers, body, status)
      values (${uuid()}, 'house', ${START}::timestamptz + ${index}::int * interval '1 second', '{}',
        ${Buffer.from(body)}, 'received')`)
  for (const _ of bodies.slice(0, 2)) await settleLater(club)
  expect((await statuses(club)).at(-1)).toBe('applied')
})

test('what was kept but not applied, because the server stopped in between, is taken up by a job', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.approve(order.approveUrl)
  // as if the server had stopped right after keeping them
  await club.db.run(sql`
    update webhooks set status = 'received', event_key = null, settled_at = null`)
  await settleLater(club)
  expect(await statuses(club)).toEqual(['applied', 'applied'])
  expect(await readBooks(club, order)).toEqual(PAID)
})

test('only the provider that is switched on is heard', async () => {
  await using club = await open()
  await using free = await openClub()
  const send = (url: string, provider: string) =>
    fetch(`${url}/api/webhooks/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  expect((await send(club.url, 'paypal')).status).toBe(404)
  expect((await send(free.url, 'house')).status).toBe(404)
  expect((await send(club.url, 'bank')).status).toBe(400)
  expect(await statuses(club)).toEqual([])
})

test('no page of another site, and no form, can send one', async () => {
  await using club = await open()
  const send = (headers: Record<string, string>) =>
    fetch(`${club.url}/api/webhooks/house`, { method: 'POST', headers, body: '{}' })
  const json = { 'content-type': 'application/json' }
  expect((await send({ ...json, origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await send({ 'content-type': 'text/plain' })).status).toBe(400)
  expect((await send({ 'content-type': 'application/jsonp' })).status).toBe(400)
})

test('a webhook of an agreement nobody here has is put aside', async () => {
  await using club = await open()
  const { approveUrl } = await club.app.payments!.start({
    subscriptionId: '00000000-0000-4000-8000-000000000001',
    number: 'A-2026-000001',
    cents: 1990,
    currency: 'EUR',
    returnUrl: `${club.url}/upgrade/1`,
    cancelUrl: `${club.url}/upgrade`,
    language: 'de',
  })
  await club.house.approve(approveUrl)
  expect(await statuses(club)).toEqual(['unknown', 'unknown'])
})

async function openWithPayPal() {
  const payPal = await openPayPal()
  const provider = payPalProvider({
    account,
    clubName: 'Parlour',
    // the plan is known, so nothing is asked of the database here
    db: { row: async () => ({ planId: 'P-1' }) } as never,
    now: () => new Date(START),
    origin: payPal.url,
  })
  const club = await openClub({ now: START, payments: provider })
  const order = await createOrder(club, await club.member())
  const send = (id: string, event_type: string, resource: object) =>
    fetch(`${club.url}/api/webhooks/paypal`, {
      method: 'POST',
      headers: noticeHeaders(),
      body: JSON.stringify({ id, event_type, create_time: START, resource }),
    })
  const sale = {
    id: '44P',
    billing_agreement_id: order.providerId,
    amount: { total: '19.90', currency: 'EUR' },
    transaction_fee: { value: '0.85', currency: 'EUR' },
    create_time: START,
  }
  const refund = {
    id: '6YX',
    sale_id: '44P',
    amount: { total: '-19.90', currency: 'EUR' },
    create_time: '2026-03-02T10:00:30Z',
  }
  const close = async () => {
    await club[Symbol.asyncDispose]()
    payPal.close()
  }
  return { club, payPal, order, send, sale, refund, [Symbol.asyncDispose]: close }
}

test('while PayPal cannot say whether a webhook is its own, the webhook waits', async () => {
  await using opened = await openWithPayPal()
  const { club, payPal, order, send, sale, refund } = opened
  const VERIFY = 'POST /v1/notifications/verify-webhook-signature'
  payPal.answers.set(VERIFY, { status: 503, body: {} })
  // the refund, which names only its payment, comes before the payment itself
  expect((await send('WH-2', 'PAYMENT.SALE.REFUNDED', refund)).status).toBe(200)
  expect(await statuses(club)).toEqual(['received'])
  payPal.answers.clear()
  await settleLater(club)
  expect(await statuses(club)).toEqual(['received'])
  await send('WH-1', 'PAYMENT.SALE.COMPLETED', sale)
  await settleLater(club)
  expect((await statuses(club)).toSorted()).toEqual(['applied', 'applied'])
  expect(await readBooks(club, order)).toMatchObject({
    booked: ['payment', 'refund'],
    isBalanced: true,
    invoices: [1990, -1990],
  })
})

test('of a dispute about two payments the one that is known is booked, and the notice waits for the other', async () => {
  await using opened = await openWithPayPal()
  const { club, order, send, sale, refund } = opened
  await send('WH-1', 'PAYMENT.SALE.COMPLETED', sale)
  await send('WH-2', 'PAYMENT.SALE.REVERSED', { ...refund, id: '7ZZ' })
  await send('WH-3', 'CUSTOMER.DISPUTE.RESOLVED', {
    dispute_id: 'PP-D-1',
    disputed_transactions: [{ seller_transaction_id: '45P' }, { seller_transaction_id: '44P' }],
    dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
    update_time: '2026-03-02T10:01:00Z',
  })
  expect((await statuses(club)).toSorted()).toEqual(['applied', 'applied', 'received'])
  expect(await readBooks(club, order)).toMatchObject({
    booked: ['payment', 'reversal', 'reinstatement'],
    isBalanced: true,
  })
  await settleLater(club)
  expect(await readBooks(club, order)).toMatchObject({
    booked: ['payment', 'reversal', 'reinstatement'],
  })
})

test('a payment of nothing, and what goes back of nothing, is noted and moves nothing', async () => {
  await using opened = await openWithPayPal()
  const { club, order, send, sale, refund } = opened
  const free = { total: '0.00', currency: 'EUR' }
  const nothing = { ...sale, id: '43P', amount: free, transaction_fee: undefined }
  await send('WH-1', 'PAYMENT.SALE.COMPLETED', nothing)
  await send('WH-2', 'PAYMENT.SALE.REFUNDED', {
    ...refund,
    id: '5YX',
    sale_id: '43P',
    amount: free,
  })
  await send('WH-3', 'PAYMENT.SALE.COMPLETED', sale)
  await send('WH-4', 'PAYMENT.SALE.REFUNDED', { ...refund, id: '6YX', amount: free })
  expect(await statuses(club)).toEqual(Array(4).fill('applied'))
  expect(await readBooks(club, order)).toMatchObject({
    booked: ['payment'],
    isBalanced: true,
    invoices: [1990],
  })
})

test('what nobody can place for three days is given up', async () => {
  await using club = await open()
  await club.db.run(sql`
    insert into webhooks (id, provider, received_at, headers, body, status)
    values ('00000000-0000-4000-8000-000000000001', 'house', ${START}, '{}', '{}', 'received')`)
  await rm(join(club.dataDir, 'house', 'address.json'))
  await settleLater(club)
  expect(await statuses(club)).toEqual(['received'])
  club.clock.advance({ days: 4 })
  club.clock.set(new Date(Math.ceil(+club.app.now() / 3_600_000) * 3_600_000))
  await settleWebhooks(club.app)
  expect(await statuses(club)).toEqual(['unknown'])
})

test('a notice that was given up and put back by hand is tried in its turn', async () => {
  const tried: string[] = []
  const provider = {
    name: 'house',
    async verify(_: unknown, body: Buffer) {
      tried.push(String(body))
      throw new ProviderError('nobody answers')
    },
  } as unknown as PaymentProvider
  await using club = await openClub({ now: START, payments: provider })
  const keep = (body: string) =>
    club.db.run(sql`
      insert into webhooks (id, provider, received_at, headers, body, status)
      values (${uuid()}, 'house', ${club.app.now().toISOString()}, '{}', ${Buffer.from(body)}, 'received')`)
  await keep('first')
  club.clock.advance({ days: 4 })
  await settleWebhooks(club.app)
  expect(await statuses(club)).toEqual(['unknown'])
  await club.db.run(sql`update webhooks set status = 'received', body = 'first', settled_at = null`)
  await keep('second')
  club.clock.advance({ hours: 1 })
  await settleWebhooks(club.app)
  expect(tried).toEqual(['first', 'first', 'second'])
})

async function settleLater(club: Club): Promise<void> {
  club.clock.advance({ minutes: 2 })
  await settleWebhooks(club.app)
}
