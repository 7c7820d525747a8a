import { getBilling, mintIntent, placeOrder, type Subscription } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

type Member = Pick<TestMember, 'cookie'>

/** The summary was shown to them and they pressed the button: it waits for approval at the house. */
export async function orderPlan(
  club: Club,
  member: Member,
  { startsEarly = true }: { startsEarly?: boolean } = {},
): Promise<Subscription> {
  const minted = await club.call(member, mintIntent, {})
  if (!minted.ok) throw new Error(minted.code)
  const { intentId } = minted.answer
  const placed = await club.call(member, placeOrder, { body: { intentId, startsEarly } })
  if (!placed.ok) throw new Error(placed.code)
  return placed.answer
}

/** Ordered, approved and paid for the first month. */
export async function subscribeMember(
  club: Club,
  member: Member,
  options?: { startsEarly?: boolean },
): Promise<Subscription> {
  const { approveUrl } = await orderPlan(club, member, options)
  await club.house.approve(approveUrl)
  return readSubscription(club, member)
}

/** What a member sees of their contract. */
export async function readSubscription(club: Club, member: Member): Promise<Subscription> {
  const seen = await club.call(member, getBilling, {})
  if (!seen.ok) throw new Error(seen.code)
  if (!seen.answer.subscription) throw new Error('they never subscribed')
  return seen.answer.subscription
}

/** The house charges what is due and the club hears of it, then does what time asks for. */
export async function turn(club: Club): Promise<void> {
  await club.house.settle()
  await club.app.jobs.send(club.db, 'turn_subscriptions', {})
  await club.app.jobs.drain()
  await club.house.settle()
  await club.app.jobs.drain()
}

/** The provider's name of a contract. */
export async function findAgreement(club: Club, { id }: Pick<Subscription, 'id'>): Promise<string> {
  const row = await club.db.row<{ providerId: string }>(
    sql`select provider_id from subscriptions where id = ${id}`,
  )
  return row!.providerId
}

/** Whether every transaction of the ledger adds up, and what the club has of each account. */
export async function ledger(club: Club): Promise<Record<string, number>> {
  const rows = await club.db.rows<{ account: string; cents: number }>(
    sql`select account, sum(cents) as cents from ledger_entries group by account order by account`,
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]))
}
