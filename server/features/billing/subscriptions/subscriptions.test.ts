import { expect, test } from 'vitest'
import {
  abandonOrder,
  cancelSubscription,
  getBilling,
  mintIntent,
} from '#contract/billing/billing.ts'
import { enterRoom, listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { keepPrice } from './plans.service.ts'
import {
  findAgreement,
  ledger,
  orderPlan,
  subscribeMember,
  readSubscription,
  turn,
} from '#testing/billing/subscribers.ts'
import {
  applyEvents,
  cancelByDeclaration,
  disputeDeclared,
  settleSubscription,
  withdraw,
} from './subscriptions.service.ts'
import { type SubscriptionEvent } from './machine/subscription.events.ts'

const NOW = '2026-11-02T12:00:00Z'
const RENEWAL = '2026-12-02T12:00:00.000Z'
const openShop = (options: Parameters<typeof openClub>[0] = {}) =>
  openClub({ now: NOW, payments: 'house', ...options })

/** A member who comes back after their session expired. */
const back = async (club: Club, member: TestMember) => ({
  ...member,
  ...(await club.session(member)),
})
const cancel = (club: Club, member: TestMember) => club.call(member, cancelSubscription, {})
const codeOf = (answer: { ok: boolean; code?: string }) => (answer.ok ? 'ok' : answer.code)
const isSubscriber = async (club: Club, member: TestMember) => {
  const rooms = await club.call(member, listRooms, {})
  return rooms.ok && rooms.answer.plan.isSubscriber
}
const refunds = (club: Club) =>
  club.db.rows<{ cents: number; reason: string; status: string }>(
    sql`select cents, reason, status from refunds order by requested_at, cents desc`,
  )
const invoices = (club: Club) =>
  club.db.rows<{ kind: string; cents: number }>(
    sql`select kind, cents from invoices order by number`,
  )
const subjects = async (club: Club, member: TestMember) =>
  (await club.mails()).filter(({ to }) => to === member.email).map(({ subject }) => subject)
const apply = (club: Club, id: string, events: SubscriptionEvent[]) =>
  club.app.db.transaction((tx) => applyEvents(club.app, tx, id, events))
/** By then whatever explains a charge that nobody expected has come. */
async function aDayLater(club: Club) {
  club.clock.advance({ days: 1 })
  await turn(club)
}
const stateAtHouse = async (club: Club, order: { id: string }) =>
  (await club.house.provider.read(await findAgreement(club, order)))?.status

test('a month after a month is paid, booked, invoiced and open without a gap', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  club.clock.set(RENEWAL)
  const later = await back(club, mia)
  expect(await isSubscriber(club, later)).toBe(true)
  await turn(club)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'active',
    periodStart: RENEWAL,
    periodEnd: '2027-01-02T12:00:00.000Z',
    withdrawUntil: null,
    withdrawCents: null,
  })
  const fees = 2 * 85
  expect(await ledger(club)).toEqual({
    fees,
    provider: 2 * 1990 - fees,
    revenue: -2 * 1672,
    vat: -2 * 318,
  })
  expect(await invoices(club)).toEqual([
    { kind: 'invoice', cents: 1990 },
    { kind: 'invoice', cents: 1990 },
  ])
  const seen = await club.call(later, getBilling, {})
  expect(seen.ok && seen.answer.invoices).toHaveLength(2)
})

test('to cancel is to keep what is paid, and to pay nothing more', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  const cancelled = await cancel(club, mia)
  expect(cancelled.ok && cancelled.answer).toMatchObject({
    status: 'cancelled',
    cancelledAt: new Date(NOW).toISOString(),
    endsAt: RENEWAL,
    nextChargeAt: null,
  })
  await club.app.jobs.drain()
  expect(await stateAtHouse(club, order)).toBe('stopped')
  const again = await Promise.all([cancel(club, mia), cancel(club, mia)])
  expect(again.map((answer) => answer.ok && answer.answer)).toEqual(
    Array(2).fill(cancelled.ok && cancelled.answer),
  )
  const stops = await club.db.rows(
    sql`select key from subscription_events where kind = 'cancelled'`,
  )
  expect(stops).toHaveLength(1)

  club.clock.set('2026-12-02T11:59:59Z')
  const later = await back(club, mia)
  expect(await isSubscriber(club, later)).toBe(true)
  club.clock.set(RENEWAL)
  expect(await isSubscriber(club, later)).toBe(false)
  await turn(club)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'ended',
    endedBecause: 'cancelled',
  })
  expect(codeOf(await cancel(club, later))).toBe('nothing_to_cancel')
  expect(await refunds(club)).toEqual([])
  expect(await subjects(club, mia)).toContain('Your Premium is cancelled')
})

test('without a running contract there is nothing to cancel, and a waiting order is none', async () => {
  await using club = await openShop()
  const mia = await club.member()
  expect(codeOf(await cancel(club, mia))).toBe('nothing_to_cancel')
  await orderPlan(club, mia)
  expect(codeOf(await cancel(club, mia))).toBe('nothing_to_cancel')
})

test('the provider is told once, however long it was away', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  await club.house.faults({ calls: 'down' })
  await cancel(club, mia)
  await club.app.jobs.drain()
  await club.app.jobs.drain({ later: true })
  await club.house.faults({ calls: 'well' })
  expect(await stateAtHouse(club, order)).toBe('active')
  await club.app.jobs.drain({ later: true })
  expect(await stateAtHouse(club, order)).toBe('stopped')
  const stored = await club.db.rows(sql`select key from subscription_events where kind = 'stopped'`)
  expect(stored.length).toBeGreaterThan(0)
  club.clock.set(RENEWAL)
  await turn(club)
  expect(await invoices(club)).toHaveLength(1)
})

test('a job that was lost is sent again by the clock: nothing is charged after a cancellation', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  await cancel(club, mia)
  await club.db.run(sql`delete from pgboss.job where name = 'stop_agreement'`)
  club.clock.advance({ minutes: 5 })
  await turn(club)
  expect(await stateAtHouse(club, order)).toBe('stopped')
})

test('what is cancelled at the provider is cancelled', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  await club.house.stop(await findAgreement(club, order))
  await club.house.settle()
  expect(await readSubscription(club, mia)).toMatchObject({ status: 'cancelled', endsAt: RENEWAL })
  expect(await subjects(club, mia)).toContain('Your Premium is cancelled')
})

test('a member sees their own contract alone, while it waits, while it runs, and once it was agreed to', async () => {
  await using club = await openShop()
  const [mia, tom] = [await club.member(), await club.member()]
  const shown = async (member: TestMember) => {
    const seen = await club.call(await back(club, member), getBilling, {})
    return seen.ok ? (seen.answer.subscription?.id ?? null) : seen.code
  }
  const toms = await subscribeMember(club, tom)
  expect(await shown(mia)).toBeNull()
  const givenUp = await orderPlan(club, mia)
  expect(await shown(mia)).toBe(givenUp.id)
  await club.call(mia, abandonOrder, { params: { subscriptionId: givenUp.id } })
  expect(await shown(mia)).toBeNull()
  // approved and never paid is over as well, and one hears so
  await club.house.faults({ charges: 'failing' })
  const unpaid = await orderPlan(club, mia)
  await club.house.approve(unpaid.approveUrl)
  club.clock.advance({ days: 15 })
  await turn(club)
  expect((await readSubscription(club, await back(club, mia))).status).toBe('ended')
  expect(await shown(mia)).toBe(unpaid.id)
  expect(await shown(tom)).toBe(toms.id)
})

test('a provider whose clock is ahead makes nothing happen tomorrow, and late news keeps its time', async () => {
  await using club = await openShop()
  const order = await subscribeMember(club, await club.member())
  club.clock.advance({ days: 2 })
  const happen = async (key: string, occurredAt: Date) => {
    await apply(club, order.id, [{ kind: 'approved', key, occurredAt, data: {} }])
    const row = await club.db.row<{ occurredAt: string }>(
      sql`select occurred_at from subscription_events where key = ${key}`,
    )
    return row!.occurredAt
  }
  const now = club.app.now().toISOString()
  expect(await happen('ahead', new Date('2026-11-20T12:00:00Z'))).toBe(now)
  expect(await happen('late', new Date('2026-11-03T12:00:00Z'))).toBe('2026-11-03T12:00:00.000Z')
})

test('one contract that cannot be turned holds back nobody else’s', async () => {
  await using club = await openShop()
  const [mia, tom] = [await club.member(), await club.member()]
  const broken = await subscribeMember(club, mia)
  await subscribeMember(club, tom)
  await club.db.run(sql`
    insert into subscription_events (subscription_id, kind, key, occurred_at, recorded_at, data)
    values (${broken.id}, 'paid', 'broken', ${NOW}, ${NOW}, 'null')`)
  club.clock.set('2026-11-26T12:00:00Z')
  await club.app.jobs.send(club.db, 'turn_subscriptions', {})
  await club.app.jobs.drain()
  expect(await subjects(club, mia)).not.toContainEqual(expect.stringMatching(/renews/))
  expect(await subjects(club, tom)).toContainEqual(expect.stringMatching(/renews/))
})

test('a summary that nobody ordered by is forgotten a day after it was good for anything', async () => {
  await using club = await openShop()
  await club.call(await club.member(), mintIntent, {})
  const intents = () =>
    club.db.rows<{ expiresAt: string }>(sql`select expires_at from order_intents`)
  const [intent] = await intents()
  for (const [days, left] of [
    [0, 1],
    [1, 0],
  ] as const) {
    club.clock.set(new Date(Date.parse(intent!.expiresAt) + days * 86_400_000 + 1000))
    await turn(club)
    expect(await intents()).toHaveLength(left)
  }
})

test('a charge that fails is tried again within fourteen days, with access and notice; then it is over', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  await club.house.faults({ charges: 'failing' })
  club.clock.set(RENEWAL)
  await turn(club)
  let later = await back(club, mia)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'past_due',
    nextChargeAt: '2026-12-07T12:00:00.000Z',
  })
  expect(await isSubscriber(club, later)).toBe(true)
  club.clock.set('2026-12-07T12:00:00Z')
  await turn(club)
  expect((await readSubscription(club, later)).nextChargeAt).toBe('2026-12-12T12:00:00.000Z')
  club.clock.set('2026-12-16T11:59:59Z')
  later = await back(club, mia)
  expect(await isSubscriber(club, later)).toBe(true)
  club.clock.set('2026-12-16T12:00:00Z')
  expect(await isSubscriber(club, later)).toBe(false)
  club.clock.advance({ seconds: 1 })
  await turn(club)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'ended',
    endsAt: '2026-12-16T12:00:00.000Z',
    nextChargeAt: null,
    endedBecause: 'unpaid',
  })
  expect(await stateAtHouse(club, order)).not.toBe('active')
  expect(await subjects(club, mia)).toContain('Your Premium has ended')
})

test('a retry that works, on the last day too, goes on as if nothing had been', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  await club.house.faults({ charges: 'failing' })
  for (const day of ['02', '07']) {
    club.clock.set(`2026-12-${day}T12:00:00Z`)
    await turn(club)
  }
  await club.house.faults({ charges: 'well' })
  club.clock.set('2026-12-12T12:00:00Z')
  await turn(club)
  expect(await readSubscription(club, await back(club, mia))).toMatchObject({
    status: 'active',
    periodStart: RENEWAL,
    periodEnd: '2027-01-02T12:00:00.000Z',
  })
})

test('a notice that is lost is asked for: a paid month is never a missed one', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  await club.house.faults({ notices: 'lost' })
  club.clock.set('2026-12-02T12:01:00Z')
  await turn(club)
  const later = await back(club, mia)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'active',
    periodStart: RENEWAL,
  })
})

test('while the provider is away a renewal is neither lost nor free: fourteen days, and then it is over', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  await club.house.faults({ calls: 'down', notices: 'lost' })
  club.clock.set(RENEWAL)
  await turn(club)
  const later = await back(club, mia)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'active',
    nextChargeAt: RENEWAL,
  })
  club.clock.advance({ days: 1 })
  expect((await readSubscription(club, later)).status).toBe('past_due')
  expect(await isSubscriber(club, later)).toBe(true)
  club.clock.set('2026-12-16T12:00:00Z')
  await turn(club)
  expect((await readSubscription(club, await back(club, mia))).status).toBe('ended')
  // it was paid all along: what is known late counts, or goes back
  await club.house.faults({ calls: 'well', notices: 'well' })
  await club.app.jobs.drain({ later: true })
  const row = await club.db.row<{ count: number }>(sql`
    select count(*) from subscription_events where kind = 'paid'`)
  expect(row!.count).toBeGreaterThanOrEqual(1)
})

test('to withdraw ends access at once and pays back all but the days used', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  club.clock.advance({ days: 10 })
  expect((await readSubscription(club, mia)).withdrawCents).toBe(
    1990 - Math.floor((1990 * 10) / 30),
  )
  const at = club.app.now()
  const isDone = await club.app.db.transaction((tx) => withdraw(club.app, tx, order.id, at))
  expect(isDone).toBe(true)
  expect(await isSubscriber(club, mia)).toBe(false)
  expect((await readSubscription(club, mia)).status).toBe('withdrawn')
  await turn(club)
  expect(await refunds(club)).toEqual([{ cents: 1327, reason: 'withdrawal', status: 'done' }])
  expect(await readSubscription(club, mia)).toMatchObject({
    status: 'refunded',
    withdrawUntil: null,
  })
  expect(await stateAtHouse(club, order)).toBe('stopped')
  expect(await invoices(club)).toEqual([
    { kind: 'invoice', cents: 1990 },
    { kind: 'credit_note', cents: -1327 },
  ])
  const sums = Object.values(await ledger(club))
  expect(sums.reduce((a, b) => a + b, 0)).toBe(0)
  const again = await club.app.db.transaction((tx) => withdraw(club.app, tx, order.id, at))
  expect(again).toBe(false)
  expect(await refunds(club)).toHaveLength(1)
})

test('a buyer who did not ask to start early pays nothing for the days used', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia, { startsEarly: false })
  expect(await isSubscriber(club, mia)).toBe(true)
  club.clock.advance({ days: 10 })
  expect((await readSubscription(club, mia)).withdrawCents).toBe(1990)
  await club.app.db.transaction((tx) => withdraw(club.app, tx, order.id, club.app.now()))
  expect(await refunds(club)).toMatchObject([{ cents: 1990, reason: 'withdrawal' }])
})

test('day 14 at 23:59 in Berlin is in time, the next day is not', async () => {
  await using club = await openShop()
  const [mia, tom] = [await club.member(), await club.member()]
  const [hers, his] = [await subscribeMember(club, mia), await subscribeMember(club, tom)]
  const at = new Date('2026-11-16T22:59:59Z')
  club.clock.set(at)
  expect(await club.app.db.transaction((tx) => withdraw(club.app, tx, hers.id, at))).toBe(true)
  const late = new Date('2026-11-16T23:00:00Z')
  club.clock.set(late)
  expect((await readSubscription(club, tom)).withdrawUntil).toBeNull()
  expect(await club.app.db.transaction((tx) => withdraw(club.app, tx, his.id, late))).toBe(false)
  expect((await readSubscription(club, tom)).status).toBe('active')
})

test('what was declared without login waits three days, and can be undone as if it had never been', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  const at = club.app.now()
  await club.app.db.transaction((tx) => cancelByDeclaration(club.app, tx, order.id, at, null))
  await turn(club)
  expect(await readSubscription(club, mia)).toMatchObject({ status: 'cancelled', endsAt: RENEWAL })
  expect(await stateAtHouse(club, order)).toBe('active')
  await club.app.db.transaction((tx) => disputeDeclared(club.app, tx, order.id, at))
  expect(await readSubscription(club, mia)).toMatchObject({ status: 'active', endsAt: null })

  const then = club.app.now()
  await club.app.db.transaction((tx) =>
    withdraw(club.app, tx, order.id, then, { isDisputable: true }),
  )
  expect(await isSubscriber(club, mia)).toBe(false)
  await turn(club)
  expect(await refunds(club)).toEqual([])
  await club.app.db.transaction((tx) => disputeDeclared(club.app, tx, order.id, then))
  expect(await isSubscriber(club, mia)).toBe(true)

  club.clock.advance({ minutes: 1 })
  const last = club.app.now()
  await club.app.db.transaction((tx) =>
    withdraw(club.app, tx, order.id, last, { isDisputable: true }),
  )
  club.clock.advance({ hours: 72 })
  await turn(club)
  expect(await refunds(club)).toMatchObject([{ cents: 1990, status: 'done' }])
  // the law’s fourteen days run from when it was declared
  const stored = await club.db.rows(sql`select requested_at from refunds`)
  expect(stored).toEqual([{ requestedAt: last.toISOString() }])
  expect(await stateAtHouse(club, order)).toBe('stopped')
})

test('a declared end later than the paid month is that month’s in which it lies', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  const at = club.app.now()
  await club.app.db.transaction((tx) =>
    cancelByDeclaration(club.app, tx, order.id, at, '2026-12-24'),
  )
  club.clock.set(RENEWAL)
  await turn(club)
  const later = await back(club, mia)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'cancelled',
    endsAt: '2027-01-02T12:00:00.000Z',
    nextChargeAt: null,
  })
  expect(await stateAtHouse(club, order)).toBe('stopped')
})

test('what a bank takes back ends access and is booked, and nobody is paid twice', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  await club.house.reverse(await findAgreement(club, order))
  await club.house.settle()
  expect(await readSubscription(club, mia)).toMatchObject({
    status: 'ended',
    endedBecause: 'reversed',
  })
  expect(await isSubscriber(club, mia)).toBe(false)
  expect(await refunds(club)).toEqual([])
  expect(await ledger(club)).toMatchObject({ revenue: 0, vat: 0 })
  const booked = await club.db.rows<{ reference: string }>(
    sql`select reference from ledger_entries where account = 'revenue' order by id`,
  )
  const [paid = '', taken] = booked.map(({ reference }) => reference)
  expect(taken).toBe(paid.replace('payment:', 'reversal:'))
})

test('what a bank took back and gave again is booked again, once, and the days that were lost go back', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  const agreement = await findAgreement(club, order)
  const paid = await ledger(club)
  club.clock.advance({ days: 10 })
  await club.house.reverse(agreement)
  await club.house.settle()
  club.clock.advance({ days: 40 })
  await club.house.reinstate(agreement)
  await club.house.settle()
  expect(await ledger(club)).toEqual(paid)
  const references = await club.db.rows<{ kind: string }>(sql`
    select split_part(reference, ':', 1) as kind from ledger_entries where account = 'revenue' order by id`)
  expect(references.map(({ kind }) => kind)).toEqual(['payment', 'reversal', 'reinstatement'])
  expect(await readSubscription(club, await back(club, mia))).toMatchObject({
    status: 'ended',
    endedBecause: 'reversed',
  })
  // twenty of thirty days, and not once more when it is told again
  const owed = { cents: 1327, reason: 'termination' }
  expect(await refunds(club)).toEqual([{ ...owed, status: 'open' }])
  await turn(club)
  await club.house.reinstate(agreement)
  await club.house.settle()
  await turn(club)
  expect(await refunds(club)).toEqual([{ ...owed, status: 'done' }])
  expect(await ledger(club)).toMatchObject({ revenue: -557, vat: -106 })
})

test('a bank may take a payment again that had come back, and every way of it is booked once', async () => {
  await using club = await openShop()
  const order = await subscribeMember(club, await club.member())
  const agreement = await findAgreement(club, order)
  const paid = await ledger(club)
  const act = async (what: 'reverse' | 'reinstate') => {
    club.clock.advance({ hours: 1 })
    await club.house[what](agreement)
    await club.house.settle()
  }
  const taken = { revenue: 0, vat: 0 }
  for (const what of ['reverse', 'reverse'] as const) await act(what)
  expect(await ledger(club)).toMatchObject(taken)
  for (const what of ['reinstate', 'reinstate'] as const) await act(what)
  expect(await ledger(club)).toEqual(paid)
  await act('reverse')
  expect(await ledger(club)).toMatchObject(taken)
  await act('reinstate')
  expect(await ledger(club)).toEqual(paid)
})

test('a dispute given up before anything was taken does not use up what is won later, told in any order', async () => {
  const told = async (order: readonly number[]) => {
    await using club = await openShop()
    const { id } = await subscribeMember(club, await club.member())
    const paid = await ledger(club)
    const payment = await club.db.row<{ paymentId: string }>(sql`
      select substr(reference, 9) as payment_id from ledger_entries limit 1`)
    const start = club.app.now().getTime()
    club.clock.advance({ hours: 9 })
    const at = (hours: number) => new Date(start + hours * 3_600_000)
    const { paymentId } = payment!
    const data = { paymentId, cents: 1990 }
    const all: SubscriptionEvent[] = [
      { kind: 'reinstated', key: 'won:D1', occurredAt: at(1), data: { paymentId } },
      { kind: 'reversed', key: 'taken:1', occurredAt: at(2), data },
      { kind: 'reinstated', key: 'won:D2', occurredAt: at(3), data: { paymentId } },
    ]
    for (const n of order) await apply(club, id, [all[n]!])
    expect(await ledger(club)).toEqual(paid)
  }
  await told([0, 1, 2])
  await told([2, 0, 1])
  await told([1, 2, 0])
})

test('a withdrawal is paid back although the bank had taken the payment, once that has come again', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  const agreement = await findAgreement(club, order)
  club.clock.advance({ days: 10 })
  const at = club.app.now()
  await club.house.faults({ calls: 'down' })
  await club.app.db.transaction((tx) => withdraw(club.app, tx, order.id, at))
  await club.house.faults({ calls: 'well' })
  await club.house.reverse(agreement)
  await club.house.settle()
  expect(await refunds(club)).toEqual([])
  await club.house.reinstate(agreement)
  await club.house.settle()
  await turn(club)
  expect(await refunds(club)).toEqual([{ cents: 1327, reason: 'withdrawal', status: 'done' }])
})

test('of what was asked for and is not sent yet, what a bank took of it does not go back as well', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  club.clock.advance({ days: 10 })
  const at = club.app.now()
  await club.app.db.transaction((tx) => withdraw(club.app, tx, order.id, at))
  expect(await refunds(club)).toEqual([{ cents: 1327, reason: 'withdrawal', status: 'open' }])
  const paid = await club.db.row<{ paymentId: string }>(sql`select payment_id from refunds`)
  const reversed = (cents: number): SubscriptionEvent => ({
    kind: 'reversed',
    key: 'r:1',
    occurredAt: at,
    data: { paymentId: paid!.paymentId, cents },
  })
  await apply(club, order.id, [reversed(500)])
  expect(await refunds(club)).toMatchObject([{ cents: 827 }])
  await turn(club)
  expect(await refunds(club)).toEqual([{ cents: 827, reason: 'withdrawal', status: 'done' }])
})

test('what a bank takes back of two months is booked for both, in whatever order it is heard', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  club.clock.set(RENEWAL)
  await turn(club)
  const paid = await club.db.rows<{ reference: string }>(
    sql`select reference from ledger_entries where account = 'revenue' order by at`,
  )
  const [first = '', second = ''] = paid.map(({ reference }) => reference.replace('payment:', ''))
  club.clock.advance({ minutes: 10 })
  const reversed = (paymentId: string, minutesAgo: number): SubscriptionEvent => ({
    kind: 'reversed',
    key: paymentId,
    occurredAt: new Date(club.app.now().getTime() - minutesAgo * 60_000),
    data: { paymentId, cents: 1990 },
  })
  await apply(club, order.id, [reversed(second, 1)])
  await apply(club, order.id, [reversed(first, 5)])
  expect(await ledger(club)).toMatchObject({ revenue: 0, vat: 0 })
})

test('what a bank takes back before the club heard of the payment is booked, and the payment after it', async () => {
  await using club = await openShop()
  const order = await subscribeMember(club, await club.member())
  const occurredAt = club.app.now()
  const back = { paymentId: 'P-unheard', cents: 1990 }
  await apply(club, order.id, [{ kind: 'reversed', key: 'back', occurredAt, data: back }])
  expect(await ledger(club)).toMatchObject({ revenue: 0, vat: 0 })
  const paid = { ...back, feeCents: 0 }
  await apply(club, order.id, [{ kind: 'paid', key: 'paid', occurredAt, data: paid }])
  expect(await ledger(club)).toMatchObject({ revenue: -1672, vat: -318 })
})

test('a month paid after a cancellation, and partly paid back, is invoiced and corrected once nobody cancelled', async () => {
  await using club = await openShop()
  const order = await subscribeMember(club, await club.member())
  const taxed = (vatPercent: number) =>
    keepPrice({ ...club.app, config: { ...club.app.config, vatPercent } })
  club.clock.set('2026-11-28T12:00:00Z')
  const declaredAt = club.app.now()
  await club.app.db.transaction((tx) =>
    cancelByDeclaration(club.app, tx, order.id, declaredAt, null),
  )
  await taxed(16)
  club.clock.advance({ hours: 1 })
  const paid = { paymentId: 'P-late', cents: 1990, feeCents: 0 }
  await apply(club, order.id, [
    { kind: 'paid', key: 'paid', occurredAt: club.app.now(), data: paid },
  ])
  // what goes back has the tax of when it was paid
  club.clock.advance({ hours: 1 })
  await taxed(7)
  for (const [refundId, cents] of [
    ['R-1', 500],
    ['R-2', 700],
  ] as const) {
    const data = { paymentId: 'P-late', refundId, cents }
    await apply(club, order.id, [
      { kind: 'refunded', key: refundId, occurredAt: club.app.now(), data },
    ])
  }
  const vat = await club.db.rows<{ reference: string; cents: number }>(
    sql`select reference, cents::int from ledger_entries where account = 'vat' order by id offset 1`,
  )
  expect(vat).toEqual([
    { reference: 'payment:P-late', cents: -274 },
    { reference: 'refund:R-1', cents: 69 },
    { reference: 'refund:R-2', cents: 97 },
  ])
  expect(await invoices(club)).toEqual([{ kind: 'invoice', cents: 1990 }])
  await club.app.db.transaction((tx) => disputeDeclared(club.app, tx, order.id, declaredAt))
  expect(await invoices(club)).toEqual([
    { kind: 'invoice', cents: 1990 },
    { kind: 'invoice', cents: 1990 },
    { kind: 'credit_note', cents: -500 },
    { kind: 'credit_note', cents: -700 },
  ])
})

test('a ban pays the rest of the term back, a deletion only what could be taken back', async () => {
  await using club = await openShop()
  const [mia, tom, nora] = [await club.member(), await club.member(), await club.member()]
  for (const member of [mia, tom, nora]) await subscribeMember(club, member)
  club.clock.advance({ days: 10 })
  const settle = (member: TestMember, rule: 'ban' | 'deletion') =>
    club.app.db.transaction((tx) => settleSubscription(tx, club.app, member.userId, rule))
  await settle(tom, 'deletion')
  club.clock.advance({ days: 10 })
  await settle(mia, 'ban')
  await settle(nora, 'deletion')
  await settle(nora, 'deletion')
  await settle(await club.member(), 'ban')
  for (const member of [mia, tom, nora]) {
    expect((await readSubscription(club, member)).status).toBe('ended')
    expect(await isSubscriber(club, member)).toBe(false)
  }
  expect(await refunds(club)).toMatchObject([
    { cents: 1990 - 663, reason: 'deletion' },
    { cents: 1990 - Math.floor((1990 * 20) / 30), reason: 'ban' },
  ])
})

test('a charge nobody expected, or too small a one, buys nothing and goes back', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  const paid = (paymentId: string, cents: number): SubscriptionEvent => ({
    kind: 'paid',
    key: paymentId,
    occurredAt: club.app.now(),
    data: { paymentId, cents, feeCents: 0 },
  })
  // a second charge in the same month
  club.clock.advance({ minutes: 1 })
  await apply(club, order.id, [paid('P-twice', 1990)])
  expect(await refunds(club)).toEqual([])
  club.clock.set(RENEWAL)
  await apply(club, order.id, [paid('P-less', 990)])
  const later = await back(club, mia)
  expect(await readSubscription(club, later)).toMatchObject({ periodEnd: RENEWAL })
  await club.house.faults({ charges: 'failing' })
  await aDayLater(club)
  expect(await refunds(club)).toMatchObject([
    { cents: 1990, reason: 'duplicate' },
    { cents: 990, reason: 'duplicate' },
  ])
  // more than was agreed buys the month, and the rest goes back
  await apply(club, order.id, [paid('P-more', 2490)])
  expect(await readSubscription(club, later)).toMatchObject({ periodStart: RENEWAL })
  await aDayLater(club)
  expect(await refunds(club)).toHaveLength(3)
  expect((await refunds(club)).map(({ cents }) => cents)).toContain(500)
})

test('the same news many times at once has one effect', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  club.clock.advance({ minutes: 1 })
  const at = club.app.now()
  const news: SubscriptionEvent[] = [
    { kind: 'cancelled', key: 'c', occurredAt: at, data: {} },
    { kind: 'paid', key: 'p', occurredAt: at, data: { paymentId: 'P', cents: 1990, feeCents: 10 } },
    { kind: 'withdrawn', key: 'w', occurredAt: at, data: {} },
  ]
  await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      apply(club, order.id, turn % 2 ? news : news.toReversed()),
    ),
  )
  expect(await invoices(club)).toMatchObject([{ kind: 'invoice' }])
  expect((await ledger(club)).revenue).toBe(-2 * 1672)
  await aDayLater(club)
  expect(await refunds(club)).toMatchObject([{ cents: 1990 }, { cents: 1990 }])
})

test('late news of a contract that was given up, after another was ordered, is paid back', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const first = await orderPlan(club, mia)
  club.clock.advance({ hours: 3 })
  await turn(club)
  const second = await subscribeMember(club, mia)
  const occurredAt = new Date(Date.parse(NOW) + 60_000)
  await apply(club, first.id, [
    { kind: 'paid', key: 'p', occurredAt, data: { paymentId: 'P-late', cents: 1990, feeCents: 0 } },
  ])
  expect(await readSubscription(club, mia)).toMatchObject({ id: second.id, status: 'active' })
  expect(await isSubscriber(club, mia)).toBe(true)
  await aDayLater(club)
  expect(await refunds(club)).toMatchObject([{ cents: 1990, reason: 'duplicate' }])
})

test('an upgrade opens a room on the open tab, and the end of it closes it', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const salon = await club.room({ accessLevel: 'paid' })
  const live = await club.follow(mia)
  const order = await orderPlan(club, mia)
  expect(codeOf(await club.call(mia, enterRoom, { params: salon }))).toBe('room_needs_subscription')
  await club.house.approve(order.approveUrl)
  await live.next('rooms')
  expect(codeOf(await club.call(mia, enterRoom, { params: salon }))).toBe('ok')
  await live.next('rooms')
  await club.app.db.transaction((tx) => withdraw(club.app, tx, order.id, club.app.now()))
  await live.next('rooms')
  expect(codeOf(await club.call(mia, enterRoom, { params: salon }))).toBe('room_needs_subscription')
  live.close()
})

test('in whatever order news arrives, and however often: one access, one ledger, one invoice a month', async () => {
  await using club = await openShop()
  const start = Date.parse(NOW)
  const life = (name: string): SubscriptionEvent[] => {
    const on = (day: number) => new Date(start + day * 86_400_000)
    const paid = (paymentId: string, day: number): SubscriptionEvent => ({
      kind: 'paid',
      key: paymentId,
      occurredAt: on(day),
      data: { paymentId: `${name}-${paymentId}`, cents: 1990, feeCents: 85 },
    })
    return [
      { kind: 'approved', key: 'a', occurredAt: on(0), data: {} },
      paid('P1', 0),
      { kind: 'payment_failed', key: 'f', occurredAt: on(30), data: {} },
      paid('P2', 33),
      paid('P3', 60),
      { kind: 'stopped', key: 's', occurredAt: on(70), data: {} },
    ]
  }
  const orders: { id: string; member: TestMember }[] = []
  for (let index = 0; index < 6; index += 1) {
    const member = await club.member()
    orders.push({ id: (await orderPlan(club, member)).id, member })
  }
  club.clock.set(new Date(start + 75 * 86_400_000))
  await Promise.all(
    orders.map(async ({ id }, index) => {
      const events = life(id)
      const turned = [...events.slice(index), ...events.slice(0, index)]
      const arrived = index % 2 ? turned : turned.toReversed()
      await Promise.all(
        arrived.flatMap((event) => [apply(club, id, [event]), apply(club, id, [event])]),
      )
    }),
  )
  const seen = await club.db.rows<object>(sql`
    select s.status, s.period_start, s.period_end, s.ends_at, s.failures, a.active_until,
      (select count(*)::int from invoices i where i.subscription_id = s.id) as invoices,
      (select sum(cents)::int from ledger_entries l
        where l.subscription_id = s.id and l.account = 'revenue') as revenue,
      (select count(*)::int from refunds r where r.subscription_id = s.id) as refunds
    from subscriptions s left join paid_access a on a.user_id = s.user_id`)
  expect(seen).toEqual(
    Array(6).fill({
      status: 'cancelled',
      periodStart: '2027-01-02T12:00:00.000Z',
      periodEnd: '2027-02-02T12:00:00.000Z',
      endsAt: '2027-02-02T12:00:00.000Z',
      failures: 0,
      activeUntil: '2027-02-02T12:00:00.000Z',
      invoices: 3,
      revenue: -3 * 1672,
      refunds: 0,
    }),
  )
})
