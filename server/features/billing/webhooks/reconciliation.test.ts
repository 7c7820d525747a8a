import { expect, test } from 'vitest'
import { abandonOrder, cancelSubscription } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/database.ts'
import type { PaymentProvider } from '#server/platform/payments.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { readBooks, createOrder } from '#testing/billing/orders.ts'

const START = '2026-03-02T10:00:00Z'
const open = () => openClub({ now: START, payments: 'house' })

async function reconcile(club: Club): Promise<void> {
  await club.app.jobs.send(club.db, 'reconcile_payments', {})
  await club.app.jobs.drain()
}

const driftOf = ({ db }: Club) =>
  db.rows<{ found: string; isRepaired: boolean }>(
    sql`select found, is_repaired from provider_drift order by id`,
  )
const lastComparison = ({ db }: Club) =>
  db.row<{ compared: number; drifted: number }>(
    sql`select compared, drifted from provider_comparisons order by at desc limit 1`,
  )

test('a night on which nothing was missed finds nothing and changes nothing', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.approve(order.approveUrl)
  const before = await readBooks(club, order)
  club.clock.advance({ hours: 15 })
  await reconcile(club)
  expect(await driftOf(club)).toEqual([])
  expect(await lastComparison(club)).toEqual({ compared: 1, drifted: 0 })
  expect(await readBooks(club, order)).toEqual(before)
})

test('what no webhook told is found in the night, booked once, and reported', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.faults({ notices: 'lost' })
  await club.house.approve(order.approveUrl)
  expect(await readBooks(club, order)).toMatchObject({ status: 'pending', booked: [] })
  club.clock.advance({ hours: 2 })
  await reconcile(club)
  const repaired = {
    status: 'active',
    booked: ['payment'],
    isBalanced: true,
    happened: ['approved', 'ordered', 'paid'],
    invoices: [1990],
  }
  expect(await readBooks(club, order)).toMatchObject(repaired)
  expect(await driftOf(club)).toEqual([
    { found: 'missed: approved', isRepaired: true },
    { found: 'missed: paid', isRepaired: true },
  ])
  await reconcile(club)
  expect(await driftOf(club)).toHaveLength(2)
  expect(await readBooks(club, order)).toMatchObject(repaired)
})

test('a chargeback nobody told of ends access and is booked', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.approve(order.approveUrl)
  await club.house.faults({ notices: 'lost' })
  club.clock.advance({ days: 3 })
  await club.house.reverse(order.providerId)
  club.clock.advance({ hours: 2 })
  await reconcile(club)
  expect(await readBooks(club, order)).toMatchObject({
    status: 'ended',
    booked: ['payment', 'reversal'],
    isBalanced: true,
  })
  expect(await driftOf(club)).toContainEqual({ found: 'missed: reversed', isRepaired: true })
})

test('what goes on charging although it was cancelled is stopped', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await createOrder(club, mia)
  await club.house.approve(order.approveUrl)
  await club.house.faults({ calls: 'down' })
  expect(await club.call(mia, cancelSubscription, {})).toMatchObject({ ok: true })
  await club.app.jobs.drain()
  await club.house.faults({ calls: 'well' })
  club.clock.advance({ hours: 2 })
  // as if the job that stops it had been lost
  await club.db.run(
    sql`delete from pgboss.job where name in ('stop_agreement', 'turn_subscriptions')`,
  )
  await reconcile(club)
  expect(await driftOf(club)).toEqual([{ found: 'goes on charging', isRepaired: true }])
  expect(await club.app.payments?.read(order.providerId)).toMatchObject({ status: 'stopped' })
  expect(await readBooks(club, order)).toMatchObject({ status: 'cancelled', booked: ['payment'] })
})

test('an order given up and approved all the same charges nobody for long', async () => {
  const running = new Set<string>()
  await using club = await openClub({ now: START, payments: forgetfulProvider(running) })
  const mia = await club.member()
  const order = await createOrder(club, mia)
  await club.call(mia, abandonOrder, { params: { subscriptionId: order.id } })
  await club.app.jobs.drain()
  running.add(order.providerId)
  club.clock.advance({ hours: 12 })
  await reconcile(club)
  expect(running.size).toBe(0)
  expect(await readBooks(club, order)).toMatchObject({ until: null, isBalanced: true })
  expect(await driftOf(club)).toContainEqual({ found: 'goes on charging', isRepaired: true })
})

test('what only a person can put right is said once', async () => {
  await using club = await open()
  const known = await createOrder(club, await club.member())
  await club.house.approve(known.approveUrl)
  await club.db.run(sql`update subscriptions set provider_id = 'HA-ELSEWHERE'`)
  club.clock.advance({ hours: 15 })
  await reconcile(club)
  await reconcile(club)
  expect(await driftOf(club)).toEqual([{ found: 'not known there', isRepaired: false }])
})

test('a provider that is away is asked again later, and a lying one changes nothing', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.approve(order.approveUrl)
  const before = await readBooks(club, order)
  club.clock.advance({ hours: 15 })
  for (const calls of ['down', 'slow', 'lying'] as const) {
    await club.house.faults({ calls })
    await reconcile(club)
    expect(await readBooks(club, order)).toEqual(before)
  }
  expect(await lastComparison(club)).toBeUndefined()
  await club.house.faults({ calls: 'well' })
  await club.app.jobs.drain({ later: true })
  expect(await lastComparison(club)).toEqual({ compared: 1, drifted: 0 })
})

test('more contracts than fit in one run are compared in the next, each once', async () => {
  await using club = await open()
  for (let count = 0; count < 12; count += 1) await createOrder(club, await club.member())
  await reconcile(club)
  expect(await lastComparison(club)).toEqual({ compared: 12, drifted: 0 })
})

test('where no payments are taken nothing is compared', async () => {
  await using club = await openClub()
  await reconcile(club)
  expect(await lastComparison(club)).toBeUndefined()
})

/** As PayPal is: what nobody approved cannot be stopped, and may be approved long after. */
function forgetfulProvider(running: Set<string>): PaymentProvider {
  const providerId = 'I-FORGOTTEN'
  const at = new Date('2026-03-02T12:00:00Z')
  const isRunning = () => running.has(providerId)
  return {
    name: 'paypal',
    start: async () => ({ providerId, approveUrl: 'https://www.paypal.com/approve' }),
    cancel: async () => void running.delete(providerId),
    reprice: async () => ({ approveUrl: null }),
    refund: async () => ({ refundId: 'R-1' }),
    verify: async () => ({ outcome: 'unknown' }),
    read: async () => ({
      status: isRunning() ? 'active' : 'waiting',
      orderId: null,
      approveUrl: null,
      cents: 1990,
      events: isRunning()
        ? [
            { kind: 'approved', key: 'approved', providerId, occurredAt: at },
            {
              kind: 'paid',
              key: 'paid:1',
              providerId,
              occurredAt: at,
              paymentId: '1',
              cents: 1990,
              feeCents: 85,
            },
          ]
        : [],
      repaid: [],
    }),
  }
}
