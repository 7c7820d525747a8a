import { expect, test } from 'vitest'
import {
  cancelSubscription,
  getBilling,
  mintIntent,
  placeOrder,
  readOrder,
} from '#contract/billing/billing.ts'
import { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import { openDatabase, raw, sql } from '#server/platform/database/database.ts'
import type { HouseFaults } from '#server/platform/payments/house.book.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { aCancellation, aWithdrawal } from '#testing/billing/declarations.ts'
import { readBooks, createOrder } from '#testing/billing/orders.ts'
import { withClockAhead } from '#testing/club/wrongClock.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { ban, suspendByDesk } from '#testing/moderation/banning.ts'
import { until } from '#testing/until.ts'
import { cancelByDeclaration } from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { settleWebhooks } from '#server/features/billing/webhooks/webhooks.service.ts'
import { findCluster } from '#testing/club/database/cluster.ts'

const START = '2026-03-02T10:00:00Z'
const open = () => openClub({ now: START, payments: 'house' })
/** One payment, one term, one invoice. */
const ONCE = {
  status: 'active',
  until: '2026-04-16T09:00:00.000Z',
  booked: ['payment'],
  isBalanced: true,
  happened: ['approved', 'ordered', 'paid'],
  invoices: [1990],
}

test.each(['down', 'slow', 'unsure', 'lying'] as const)(
  'ordering while the provider is %s, again and again, is one agreement and one charge',
  async (calls) => {
    await using club = await open()
    const mia = await club.member()
    const minted = await club.call(mia, mintIntent, {})
    if (!minted.ok) throw new Error(minted.code)
    const { intentId } = minted.answer
    const order = () => club.call(mia, placeOrder, { body: { intentId, startsEarly: true } })
    await club.house.faults({ calls })
    for (let times = 0; times < 2; times += 1)
      expect(await order()).toMatchObject({ ok: false, code: 'provider_unavailable' })
    await club.house.faults({ calls: 'well' })
    const placed = await order()
    if (!placed.ok) throw new Error(placed.code)
    const { id, approveUrl } = placed.answer
    await club.house.approve(approveUrl)
    expect(await readBooks(club, { id })).toEqual(ONCE)
    expect(await club.db.rows(sql`select from subscriptions`)).toHaveLength(1)
    expect(await club.house.agreements()).toBe(1)
  },
)

test.each(['down', 'slow', 'unsure', 'lying'] as const)(
  'cancelling while the provider is %s holds at once, and the provider hears of it once it can',
  async (calls) => {
    await using club = await open()
    const mia = await club.member()
    const order = await createOrder(club, mia)
    await club.house.approve(order.approveUrl)
    await club.house.faults({ calls })
    expect(await club.call(mia, cancelSubscription, {})).toMatchObject({ ok: true })
    await club.app.jobs.drain()
    await club.house.faults({ calls: 'well' })
    await club.app.jobs.drain({ later: true })
    expect(await club.app.payments?.read(order.providerId)).toMatchObject({ status: 'stopped' })
    club.clock.advance({ days: 40 })
    await club.house.settle()
    expect(await readBooks(club, order)).toMatchObject({ booked: ['payment'], isBalanced: true })
  },
)

test('coming back from the provider before its webhook, or without it, comes to the same', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await createOrder(club, mia)
  await club.house.faults({ notices: 'held' })
  await club.house.approve(order.approveUrl)
  const read = () => club.call(mia, readOrder, { params: { subscriptionId: order.id } })
  await Promise.all([read(), read(), read()])
  expect(await readBooks(club, order)).toEqual(ONCE)
  await club.house.faults({ notices: 'well', copies: 5 })
  await club.house.settle()
  expect(await readBooks(club, order)).toEqual(ONCE)
})

test.each(['subscriptions', 'webhooks', 'ledger_entries'])(
  'a database that restarts in the middle of a webhook, at %s, leaves one effect',
  async (table) => {
    await using club = await open()
    const order = await createOrder(club, await club.member())
    const { owner, restart, close } = await restartable(club)
    const [isLocked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // the webhook comes this far and waits, until the database is gone
    const held = owner
      .transaction(async (tx) => {
        await tx.run(raw(`lock table ${table} in access exclusive mode`) as never)
        isLocked.resolve()
        await released.promise
      })
      .catch(() => {})
    await isLocked.promise
    const approving = club.house.approve(order.approveUrl)
    await untilSomebodyWaits(club)
    await restart()
    released.resolve()
    await held
    await approving
    // what never was kept the provider sends again; what was kept is taken up
    for (let times = 0; times < 4; times += 1) {
      club.clock.advance({ minutes: 2 })
      await club.house.settle()
      await settleWebhooks(club.app)
    }
    expect(await readBooks(club, order)).toEqual(ONCE)
    await close()
  },
)

const troubles: Partial<HouseFaults>[] = [
  { copies: 3, newestFirst: true },
  { lateSeconds: 90_000 },
  { notices: 'lost' },
  { charges: 'failing' },
]

test('months with trouble of every kind: every charge is booked once and buys one month', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.approve(order.approveUrl)
  const well: Partial<HouseFaults> = {
    copies: 1,
    newestFirst: false,
    lateSeconds: 0,
    notices: 'well',
    charges: 'well',
  }
  // the first charge was on the 2nd of March; from here each turn is one month
  club.clock.set('2026-04-01T10:00:00Z')
  for (const [month, trouble] of troubles.entries()) {
    await club.house.faults(trouble)
    club.clock.set(new Date(Date.UTC(2026, 3 + month, 2, 11)))
    await club.house.settle()
    await club.house.faults(well)
    for (let day = 0; day < 6; day += 1) {
      club.clock.advance({ days: 1 })
      await club.house.settle()
      await settleWebhooks(club.app)
      await club.app.jobs.send(club.db, 'turn_subscriptions', {})
      await club.app.jobs.send(club.db, 'reconcile_payments', {})
      await club.app.jobs.drain()
    }
    expect(await readBooks(club, order)).toMatchObject({
      status: 'active',
      booked: Array.from({ length: month + 2 }, () => 'payment'),
      invoices: Array.from({ length: month + 2 }, () => 1990),
      isBalanced: true,
    })
  }
  const { until } = await readBooks(club, order)
  expect(until).toBe('2026-08-16T09:00:00.000Z')
})

test('a charge of another amount than was agreed opens nothing, is booked, and goes back', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.faults({ charges: 'short' })
  await club.house.approve(order.approveUrl)
  await club.house.faults({ charges: 'well' })
  expect(await readBooks(club, order)).toMatchObject({
    status: 'pending',
    until: null,
    invoices: [],
  })
  await club.app.jobs.send(club.db, 'send_refunds', {})
  await club.app.jobs.drain()
  await club.house.settle()
  expect(await readBooks(club, order)).toMatchObject({
    until: null,
    booked: ['payment', 'refund'],
    isBalanced: true,
  })
})

/** All lines to the database are cut, and until the club has noticed it lets nobody in. */
async function restartable(club: Club) {
  const { pathname } = new URL(club.databaseUrl)
  const name = pathname.slice(1)
  // some of the sessions it ends are a superuser's
  const admin = openDatabase(findCluster().superuserUrl ?? findCluster().ownerUrl, { max: 1 })
  const owner = openDatabase(Object.assign(new URL(findCluster().ownerUrl), { pathname }).href)
  return {
    owner,
    async restart() {
      await admin.script(`alter database ${name} with allow_connections false`)
      await admin.run(sql`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`)
      const isRefused = () =>
        club.app.db.run(sql`select 1`).then(
          () => false,
          () => true,
        )
      await until(isRefused, { what: 'a club that its database lets in no more' })
      await admin.script(`alter database ${name} with allow_connections true`)
    },
    async close() {
      await owner.end()
      await admin.end()
    },
  }
}

test.each([
  ['well', { status: 'cancelled', endsAt: '2026-05-02T09:00:00.000Z' }],
  ['down', { status: 'ended', endsAt: '2026-04-02T09:05:00.000Z' }],
] as const)(
  'to cancel while the notice of a charge is on its way, and the provider is %s, says what is known',
  async (calls, known) => {
    await using club = await open()
    const mia = await club.member()
    const order = await createOrder(club, mia)
    await club.house.approve(order.approveUrl)
    club.clock.set('2026-04-02T09:00:00Z')
    await club.house.faults({ notices: 'held' })
    await club.house.settle()
    await club.house.faults({ calls })
    club.clock.advance({ minutes: 5 })
    const later = await club.session(mia)
    expect(await club.call(later, cancelSubscription, {})).toMatchObject({ answer: known })
  },
)

test('a cancellation without log-in, while the notice of a charge is on its way, ends with the month that was paid', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await createOrder(club, mia)
  await club.house.approve(order.approveUrl)
  club.clock.set('2026-04-02T09:00:00Z')
  await club.house.faults({ notices: 'held' })
  await club.house.settle()
  club.clock.advance({ minutes: 5 })
  const body = aCancellation({ contract: mia.email, email: 'mia@example.net' })
  expect(await club.call(null, declareCancellation, { body })).toMatchObject({ ok: true })
  const mails = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(mails.at(-1)?.text).toContain('2 May 2026')
  expect(await readBooks(club, order)).toMatchObject({
    status: 'cancelled',
    until: '2026-05-02T09:00:00.000Z',
  })
})

test('a process whose clock is ahead ends no contract by it', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await createOrder(club, mia)
  await club.house.approve(order.approveUrl)
  await withClockAhead(club, 60, async () => {
    const later = { ...mia, ...(await club.session(mia)) }
    expect(await club.call(later, mintIntent, {})).toMatchObject({ code: 'already_subscribed' })
  })
  expect(await readBooks(club, order)).toEqual(ONCE)
})

test('a process whose clock is ahead suspends a member, whose contract goes on', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await createOrder(club, mia)
  await club.house.approve(order.approveUrl)
  const endsAt = new Date('2026-06-01')
  await withClockAhead(club, 60, () => suspendByDesk(club, mia, endsAt))
  expect(
    await club.db.row(sql`select suspended_until from users where id = ${mia.userId}`),
  ).toMatchObject({ suspendedUntil: endsAt.toISOString() })
  expect(await readBooks(club, order)).toEqual(ONCE)
})

test('a process whose clock is ahead bans a member, to whom the rest of the month goes back', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await createOrder(club, mia)
  await club.house.approve(order.approveUrl)
  club.clock.advance({ days: 20 })
  await withClockAhead(club, 60, () => ban(club, mia))
  expect(await readBooks(club, order)).toMatchObject({
    status: 'ended',
    until: expect.stringContaining('2026-03-22T10:00') as string,
  })
  expect(await club.db.rows(sql`select cents, reason from refunds`)).toEqual([
    { cents: 707, reason: 'ban' },
  ])
})

test('a process whose clock is ahead takes a cancellation of a month that waits for its charge', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await createOrder(club, mia)
  await club.house.approve(order.approveUrl)
  club.clock.set('2026-04-05T10:00:00Z')
  await withClockAhead(club, 60, async () => {
    const later = { ...mia, ...(await club.session(mia)) }
    expect(await club.call(later, cancelSubscription, {})).toMatchObject({ ok: true })
  })
  const happened = await club.db.rows(
    sql`select occurred_at from subscription_events where kind = 'cancelled'`,
  )
  expect(happened).toEqual([{ occurredAt: expect.stringContaining('2026-04-05T10:00') as string }])
})

test('a process whose clock is ahead takes a withdrawal that is in time, and shows a cancelled month as it is', async () => {
  await using club = await open()
  const [mia, tom] = [await club.member(), await club.member()]
  for (const one of [mia, tom]) await club.house.approve((await createOrder(club, one)).approveUrl)
  club.clock.advance({ days: 10 })
  await withClockAhead(club, 60, async () => {
    const later = { ...mia, ...(await club.session(mia)) }
    const cancelled = { status: 'cancelled', endsAt: '2026-04-02T09:00:00.000Z' }
    expect(await club.call(later, cancelSubscription, {})).toMatchObject({ answer: cancelled })
    expect(await club.call(later, getBilling, {})).toMatchObject({
      answer: { subscription: cancelled },
    })
    const body = aWithdrawal({ contract: tom.email, email: tom.email })
    expect(await club.call(null, declareWithdrawal, { body })).toMatchObject({ ok: true })
    await club.app.jobs.drain()
  })
  const happened = await club.db.rows(
    sql`select occurred_at from subscription_events where kind = 'withdrawn'`,
  )
  expect(happened).toEqual([{ occurredAt: expect.stringContaining('2026-03-12T10:00') as string }])
})

test('a process whose clock is ahead stops nothing at the provider that may still be disputed', async () => {
  await using club = await open()
  const order = await createOrder(club, await club.member())
  await club.house.approve(order.approveUrl)
  await club.app.db.transaction((tx) =>
    cancelByDeclaration(club.app, tx, order.id, club.app.now(), null),
  )
  await withClockAhead(club, 4, async () => {
    await club.app.jobs.send(club.db, 'stop_agreement', { subscriptionId: order.id })
    await club.app.jobs.drain()
  })
  expect(await club.app.payments?.read(order.providerId)).toMatchObject({ status: 'active' })
})
