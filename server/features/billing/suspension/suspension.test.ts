import { expect, test } from 'vitest'
import { getBilling, mintIntent, placeOrder } from '#contract/billing/billing.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import {
  settleSubscription,
  withdraw,
} from '#server/features/billing/subscriptions/subscriptions.service.ts'
import { impose } from '#server/features/moderation/statements/imposing.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { ledger, orderPlan, subscribeMember, turn } from '#testing/billing/subscribers.ts'
import { readBooks } from '#testing/billing/orders.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { withClockAhead } from '#testing/club/wrongClock.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { ban, LEAVE, suspendByDesk } from '#testing/moderation/banning.ts'

const NOW = '2026-11-02T12:00:00Z'
const openShop = () => openClub({ now: NOW, payments: 'house' })
const daysFrom = (club: Club, days: number) =>
  new Date(club.app.now().getTime() + days * 86_400_000)
const refunds = (club: Club) =>
  club.db.rows<{ cents: number; reason: string; status: string }>(
    sql`select cents, reason, status from refunds order by requested_at, cents`,
  )

async function lift(club: Club, statementId: string): Promise<void> {
  const moderator = await club.member({ isModerator: true })
  await proveSession(club, moderator)
  const body = { reason: 'It was a mistake.' }
  const lifted = await club.call(moderator, liftStatement, { params: { statementId }, body })
  if (!lifted.ok) throw new Error(lifted.code)
  await turn(club)
}

test('an order that waits as its member is suspended is given up; approved all the same, it is paid back', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await orderPlan(club, mia)
  await club.house.faults({ stops: 'late' })
  await suspendByDesk(club, mia, daysFrom(club, 7))
  expect(await readBooks(club, order)).toMatchObject({ status: 'ended', until: null })
  club.clock.advance({ minutes: 5 })
  await club.house.approve(order.approveUrl)
  await turn(club)
  await turn(club)
  expect(await refunds(club)).toEqual([{ cents: 1990, reason: 'duplicate', status: 'done' }])
})

test('a contract that runs goes on while its member is suspended, who is told so by mail', async () => {
  await using club = await openShop()
  const [mia, ben, tom] = [await club.member(), await club.member(), await club.member()]
  const order = await subscribeMember(club, mia)
  await createContract(club, tom, { isPaid: false })
  for (const one of [mia, ben, tom]) await suspendByDesk(club, one, daysFrom(club, 7))
  expect(await readBooks(club, order)).toMatchObject({ status: 'active' })
  expect(await refunds(club)).toEqual([])
  const mails = await club.mails()
  const says = (email: string) => mails.findLast(({ to }) => to === email)?.text
  expect(says(mia.email)).toContain('Your subscription goes on meanwhile.')
  // approved, and about to be charged
  expect(says(tom.email)).toContain('Your subscription goes on meanwhile.')
  expect(says(ben.email)).toContain('Your account is suspended for a time.')
  expect(says(ben.email)).not.toContain('subscription')
})

test('an order that comes as its member is suspended is refused, however close', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const minted = await club.call(mia, mintIntent, {})
  if (!minted.ok) throw new Error(minted.code)
  const { intentId } = minted.answer
  const endsAt = daysFrom(club, 7)
  const placed = await club.db.transaction(async (tx) => {
    await holdAccount(tx, mia.userId)
    const placing = club.call(mia, placeOrder, { body: { intentId, startsEarly: true } })
    await untilSomebodyWaits(club)
    const facts = 'You asked members for money.'
    const why = { facts, ground: 'terms', rule: 'House rules, 4', source: 'own' } as const
    const measure = { kind: 'suspension', userId: mia.userId, endsAt, leave: LEAVE } as const
    await impose(tx, club.app, { ...measure, ...why, by: null })
    return { placing }
  })
  expect(await placed.placing).toMatchObject({ code: 'suspended' })
  expect(await club.db.rows(sql`select from subscriptions`)).toEqual([])
  expect(await club.house.agreements()).toBe(0)
})

test('the days a suspension took go back when it is lifted, once, in each month by its own price', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  club.clock.advance({ days: 25 })
  const statementId = await suspendByDesk(club, mia, daysFrom(club, 60))
  club.clock.advance({ days: 10 })
  await turn(club)
  await lift(club, statementId)
  // five of November's thirty days, and five of the thirty-one after them
  expect(await refunds(club)).toEqual([
    { cents: 321, reason: 'goodwill', status: 'done' },
    { cents: 332, reason: 'goodwill', status: 'done' },
  ])
  const { provider = 0, fees = 0, revenue = 0, vat = 0 } = await ledger(club)
  expect(revenue + vat).toBe(-(2 * 1990 - 321 - 332))
  expect(provider + fees + revenue + vat).toBe(0)
})

test('of two suspensions only what the lifted one took by itself goes back', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  const statementId = await suspendByDesk(club, mia, daysFrom(club, 60))
  club.clock.advance({ days: 3 })
  await suspendByDesk(club, mia, daysFrom(club, 60))
  club.clock.advance({ days: 4 })
  await lift(club, statementId)
  expect(await refunds(club)).toMatchObject([{ cents: 199 }])
})

test('a suspension that a person lifts within the day takes nothing, and one that ends by itself gives nothing back', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  const statementId = await suspendByDesk(club, mia, daysFrom(club, 60))
  club.clock.advance({ hours: 1 })
  await lift(club, statementId)
  await suspendByDesk(club, mia, daysFrom(club, 5))
  club.clock.advance({ days: 6 })
  await turn(club)
  expect(await refunds(club)).toEqual([])
})

test('a clock that is ahead loses no days', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  const statementId = await suspendByDesk(club, mia, daysFrom(club, 60))
  club.clock.advance({ days: 3 })
  await withClockAhead(club, 20, () => lift(club, statementId))
  expect(await refunds(club)).toMatchObject([{ cents: 199 }])
})

test('whoever is banned after days that went back gets the rest of the month all the same', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  const statementId = await suspendByDesk(club, mia, daysFrom(club, 60))
  club.clock.advance({ days: 10 })
  await lift(club, statementId)
  club.clock.advance({ days: 10 })
  await ban(club, mia)
  await turn(club)
  await turn(club)
  expect(await refunds(club)).toEqual([
    { cents: 664, reason: 'goodwill', status: 'done' },
    { cents: 664, reason: 'ban', status: 'done' },
  ])
})

test('whoever takes a contract back after days that went back is told the sum that is paid', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  const statementId = await suspendByDesk(club, mia, daysFrom(club, 60))
  club.clock.advance({ days: 6 })
  await lift(club, statementId)
  Object.assign(mia, await club.session(mia))
  const told = await club.call(mia, getBilling, {})
  expect(told).toMatchObject({ answer: { subscription: { withdrawCents: 1592 } } })
  await club.db.transaction((tx) => withdraw(club.app, tx, order.id, club.app.now()))
  expect(await readBooks(club, order)).toMatchObject({ status: 'withdrawn' })
  await turn(club)
  await turn(club)
  expect(await refunds(club)).toEqual([
    { cents: 398, reason: 'goodwill', status: 'done' },
    { cents: 1592, reason: 'withdrawal', status: 'done' },
  ])
  expect(await readBooks(club, order)).toMatchObject({ status: 'refunded' })
})

test('of a month that goes back whole no more goes back than was paid, days of a suspension included', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  const statementId = await suspendByDesk(club, mia, daysFrom(club, 60))
  club.clock.advance({ days: 10 })
  await lift(club, statementId)
  club.clock.advance({ days: 10 })
  await club.db.transaction((tx) => settleSubscription(tx, club.app, mia.userId, 'minor'))
  await turn(club)
  await turn(club)
  expect(await refunds(club)).toEqual([
    { cents: 664, reason: 'goodwill', status: 'done' },
    { cents: 1990 - 664, reason: 'termination', status: 'done' },
  ])
})
