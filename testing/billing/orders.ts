import { mintIntent, placeOrder } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'

type Ordered = { id: string; providerId: string; approveUrl: string }

/** An order by the real door; it waits for its approval at the provider. */
export async function createOrder(club: Club, member: { cookie: string }): Promise<Ordered> {
  const minted = await club.call(member, mintIntent, {})
  if (!minted.ok) throw new Error(`no summary: ${minted.code}`)
  const { intentId } = minted.answer
  const placed = await club.call(member, placeOrder, { body: { intentId, startsEarly: true } })
  if (!placed.ok) throw new Error(`no order: ${placed.code}`)
  const { id, approveUrl } = placed.answer
  const row = await club.db.row<{ providerId: string }>(
    sql`select provider_id from subscriptions where id = ${id}`,
  )
  return { id, providerId: row!.providerId, approveUrl: approveUrl! }
}

/** What is left of an order everywhere: how it stands, what was booked, and how long rooms are open. */
export async function readBooks(club: Club, { id }: { id: string }) {
  const [subscription] = await club.db.rows<{ status: string; until: string | null }>(sql`
    select s.status, a.active_until as until from subscriptions s
    left join paid_access a on a.user_id = s.user_id where s.id = ${id}`)
  const ledger = await club.db.rows<{ reference: string; cents: number }>(sql`
    select reference, sum(cents)::int as cents from ledger_entries
    where subscription_id = ${id} group by reference order by min(id)`)
  const events = await club.db.rows<{ kind: string }>(
    sql`select kind from subscription_events where subscription_id = ${id} order by id`,
  )
  const invoices = await club.db.rows<{ cents: number }>(
    sql`select cents from invoices where subscription_id = ${id} order by issued_at, number`,
  )
  return {
    status: subscription?.status,
    until: subscription?.until ?? null,
    /** By kind of movement, without the ids. */
    booked: ledger.map(({ reference }) => reference.split(':')[0]),
    isBalanced: ledger.every(({ cents }) => cents === 0),
    happened: events.map(({ kind }) => kind).toSorted(),
    invoices: invoices.map(({ cents }) => cents),
  }
}
