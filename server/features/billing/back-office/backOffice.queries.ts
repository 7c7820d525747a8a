// What admins look up about money: contracts, refunds, the payment of a contract.
import { cleanNumber } from '#contract/digits.ts'
import type { RefundLine, SubscriptionLine } from '#contract/billing/backOffice.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { isPart } from '#server/platform/lists/names.ts'
import { listPage, type ListPage, type PageRequest } from '#server/platform/lists/pagedList.ts'

/** `after`: the id of the line a page follows. */
export type MoneyPageRequest<Filter> = PageRequest & { filter: Filter }

const CONTRACTS: Record<SubscriptionFilterSql, Query> = {
  all: sql`true`,
  active: sql`s.status = 'active'`,
  failing: sql`s.status = 'past_due'`,
  ending: sql`s.status = 'cancelled'`,
}
type SubscriptionFilterSql = 'all' | 'active' | 'failing' | 'ending'

/** What stands in the text as it is, in a pattern of `like`. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Newest first: those that follow `after`. `search` is part of a username, or of an order number. */
export function listContracts(
  on: Sql,
  { filter, after, limit, search }: MoneyPageRequest<SubscriptionFilterSql> & { search: string },
): Promise<ListPage<SubscriptionLine>> {
  const found: Query = search
    ? sql`(${isPart(sql`p.username`, search)}
        or s.number like ${`%${literally(cleanNumber(search))}%`})`
    : sql`true`
  const from = after ? sql`(select ordered_at, id from subscriptions where id = ${after})` : null
  const list = {
    rows: sql`
      select s.id, s.number, p.username, s.status, c.cents, s.ordered_at, s.period_end, s.failures
      from subscriptions s join plan_prices c on c.id = s.price_id
      left join profiles p on p.id = s.user_id and not p.is_hidden`,
    where: sql`${CONTRACTS[filter]} and ${found}`,
    by: [sql`s.ordered_at`, sql`s.id`],
    isNewestFirst: true,
  }
  return listPage(on, list, { from, limit })
}

/** Newest first: those that follow `after`; open are those whose money is not back yet. */
export function listRefundLines(
  on: Sql,
  { filter, after, limit }: MoneyPageRequest<'open' | 'all'>,
): Promise<ListPage<RefundLine>> {
  const from = after ? sql`(select requested_at, id from refunds where id = ${after})` : null
  const list = {
    rows: sql`
      select r.id, s.number, p.username, r.cents, r.reason, r.status, r.requested_at, r.due_at,
        r.done_at
      from refunds r join subscriptions s on s.id = r.subscription_id
      left join profiles p on p.id = s.user_id and not p.is_hidden`,
    where: filter === 'open' ? sql`r.status <> 'done'` : sql`true`,
    by: [sql`r.requested_at`, sql`r.id`],
    isNewestFirst: true,
  }
  return listPage(on, list, { from, limit })
}

export const findOwner = (on: Sql, id: string): Promise<{ userId: string | null } | undefined> =>
  on.row(sql`select user_id from subscriptions where id = ${id}`)

/** The newest payment of a contract, unless the payer's bank took it back and it never came again. */
export const lastPayment = (
  on: Sql,
  subscriptionId: string,
): Promise<{ paymentId: string } | undefined> =>
  on.row(sql`
    select e.data ->> 'paymentId' as payment_id from subscription_events e
    where e.subscription_id = ${subscriptionId} and e.kind = 'paid'
      and not exists (
        select from subscription_events b
        where b.subscription_id = e.subscription_id and b.kind = 'reversed'
          and b.data ->> 'paymentId' = e.data ->> 'paymentId'
          and not exists (
            select from subscription_events w
            where w.subscription_id = b.subscription_id and w.kind = 'reinstated'
              and w.data ->> 'paymentId' = b.data ->> 'paymentId'
              and w.occurred_at >= b.occurred_at))
    order by e.occurred_at desc, e.id desc limit 1`)

/** A refund that was asked for under this id, and whether it was this one. */
export const findRequestedRefund = (
  on: Sql,
  { id, subscriptionId, cents }: { id: string; subscriptionId: string; cents: number },
): Promise<{ isSame: boolean } | undefined> =>
  on.row(sql`
    select subscription_id = ${subscriptionId} and cents = ${cents} and reason = 'goodwill'
      as is_same
    from refunds where id = ${id}`)

/** Why a person asked for it, for those who look into it later. */
export async function noteReason(on: Sql, refundId: string, note: string): Promise<void> {
  await on.run(sql`update refunds set note = ${note} where id = ${refundId}`)
}

/** What a refund is about; undefined when there is none. */
export const findRefund = (
  on: Sql,
  id: string,
): Promise<{ number: string; userId: string | null } | undefined> =>
  on.row(sql`
    select s.number, s.user_id from refunds r join subscriptions s on s.id = r.subscription_id
    where r.id = ${id}`)
