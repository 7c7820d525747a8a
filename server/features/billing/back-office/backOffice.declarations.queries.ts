import { cleanNumber } from '#contract/digits.ts'
import type { SubscriptionStatus } from '#contract/billing/billing.ts'
import type { DeclarationLine } from '#contract/billing/backOffice.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { listPage, type ListPage } from '#server/platform/lists/pagedList.ts'
import type { MoneyPageRequest } from './backOffice.queries.ts'

type Row = Omit<DeclarationLine, 'settlement'> & {
  note: string | null
  settler: string
  settledAt: string | null
}

/** What waits, oldest first, or all, newest first: those that follow `after`, as long as it exists. */
export async function listDeclarationLines(
  on: Sql,
  { filter, after, limit }: MoneyPageRequest<'waiting' | 'all'>,
): Promise<ListPage<DeclarationLine>> {
  const isQueue = filter === 'waiting'
  const from = after ? sql`(select received_at, id from declarations where id = ${after})` : null
  const list = {
    rows: sql`
      select d.id, d.reference, d.kind, d.received_at, d.name, d.contract, d.email,
        d.is_extraordinary, d.reason, d.end_date, t.state, s.number, t.note, t.settled_at,
        coalesce(p.username, '') as settler
      from declarations d join declaration_states t on t.declaration_id = d.id
      left join subscriptions s on s.id = t.subscription_id
      left join profiles p on p.id = t.settled_by`,
    where: isQueue ? sql`t.state = 'waiting'` : sql`true`,
    by: [sql`d.received_at`, sql`d.id`],
    isNewestFirst: !isQueue,
  }
  const { lines, hasMore } = await listPage<Row>(on, list, { from, limit })
  return { lines: lines.map(asLine), hasMore }
}

const asLine = ({ note, settler, settledAt, ...line }: Row): DeclarationLine => ({
  ...line,
  settlement: note && settledAt ? { note, by: settler, at: settledAt } : null,
})

export async function countWaiting(on: Sql): Promise<number> {
  const row = await on.row<{ count: number }>(
    sql`select count(*) from declaration_states where state = 'waiting'`,
  )
  return row?.count ?? 0
}

type Settlement = { subscriptionId: string | null; note: string; by: string; at: Date }

/** The owner of a contract it was matched to before has nothing to dispute any more. */
export async function noteSettlement(on: Sql, id: string, to: Settlement): Promise<void> {
  await on.run(sql`
    update declaration_states set state = 'settled', subscription_id = ${to.subscriptionId},
      note = ${to.note}, settled_by = ${to.by}, settled_at = ${to.at.toISOString()},
      dispute_hashes = case when subscription_id is distinct from ${to.subscriptionId}::uuid
        then '{}' else dispute_hashes end
    where declaration_id = ${id}`)
}

type Numbered = { id: string; userId: string | null; status: SubscriptionStatus }

const contracts = sql`select id, user_id, status from subscriptions`

/** The contract with this order number, however it was typed. */
export const contractNumbered = (on: Sql, number: string): Promise<Numbered | undefined> =>
  on.row(sql`${contracts} where number = ${cleanNumber(number)}`)

export const findNumberedContract = (on: Sql, id: string | null): Promise<Numbered | undefined> =>
  on.row(sql`${contracts} where id = ${id}`)
