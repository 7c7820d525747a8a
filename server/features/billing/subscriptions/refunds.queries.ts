// Refunds: what may still go back of a payment, which are due to be sent, and which are done, failed or late.
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { listReversalReferences } from '#server/features/billing/ledger/ledger.policy.ts'
import type { ProviderName } from '#server/platform/payments.ts'

export type RefundReason =
  | 'withdrawal'
  | 'goodwill'
  | 'ban'
  | 'deletion'
  | 'termination'
  | 'duplicate'

type NewRefund = {
  id: string
  subscriptionId: string
  paymentId: string
  cents: number
  reason: RefundReason
  /** Days that a suspension took by mistake: no part of what is owed otherwise. */
  isForLostDays?: boolean
  requestedAt: Date
  dueAt: Date
}

type Paid = Pick<NewRefund, 'subscriptionId' | 'paymentId'>

/** SQL: cents of a payment that the payer's bank did not take back, or that came again. */
const keptCents = (paymentId: string) => sql`
  (coalesce((select -sum(cents) from ledger_entries
      where reference = ${`payment:${paymentId}`} and account in ('revenue', 'vat')), 0)
    - coalesce((select sum(cents) from ledger_entries
      where reference = any (${listReversalReferences(paymentId)}::text[])
        and account in ('revenue', 'vat')), 0))`

/** SQL: what staff gave of their own accord and the provider refused; it may never be sent. */
const isRefusedGoodwill = sql`(reason = 'goodwill' and status = 'failed')`

/**
 * What was paid less all that goes back of it, however far it is; nothing of what the payer's bank took. What is owed
 * (`isOwed`) comes before a goodwill refund that the provider refused.
 */
export async function readRefundable(
  on: Sql,
  { subscriptionId, paymentId }: Paid,
  { isOwed = false }: { isOwed?: boolean } = {},
): Promise<number> {
  // one at a time asks for what is left
  await on.run(sql`select from subscriptions where id = ${subscriptionId} for no key update`)
  const row = await on.row<{ cents: number }>(sql`
    select (${keptCents(paymentId)} - coalesce((select sum(cents) from refunds
      where subscription_id = ${subscriptionId} and payment_id = ${paymentId}
        and not (${isOwed}::boolean and ${isRefusedGoodwill})), 0))::int as cents`)
  return Math.max(0, row?.cents ?? 0)
}

/** Open, to be tried at once. False when there is one of that id. */
export async function insertRefund(on: Sql, refund: NewRefund): Promise<boolean> {
  const { id, subscriptionId, paymentId, cents, reason, isForLostDays = false } = refund
  const requestedAt = refund.requestedAt.toISOString()
  const added = await on.run(sql`
    insert into refunds (id, subscription_id, payment_id, cents, reason, is_for_lost_days, status,
      requested_at, due_at, next_try_at)
    values (${id}, ${subscriptionId}, ${paymentId}, ${cents}, ${reason}, ${isForLostDays}, 'open',
      ${requestedAt}, ${refund.dueAt.toISOString()}, ${requestedAt})
    on conflict (id) do nothing`)
  return added > 0
}

type Returned = {
  subscriptionId: string
  paymentId: string
  refundId: string
  cents: number
  at: Date
}

export const isNoted = async (on: Sql, refundId: string): Promise<boolean> =>
  (await on.row(sql`select from refunds where provider_id = ${refundId} and status = 'done'`)) !==
  undefined

/**
 * Marks the refund the provider reports as done, and answers its id: the one it named in its answer,
 * else one of the same sum whose answer is not here yet.
 */
export async function markDone(on: Sql, returned: Returned): Promise<string | undefined> {
  const { subscriptionId, paymentId, refundId, cents, at } = returned
  const row = await on.row<{ id: string }>(sql`
    update refunds set status = 'done', provider_id = ${refundId}, next_try_at = null,
      done_at = ${at.toISOString()}
    where id = (
      select id from refunds
      where provider_id = ${refundId} or (provider_id is null and status <> 'done'
        and subscription_id = ${subscriptionId} and payment_id = ${paymentId} and cents = ${cents})
      order by provider_id nulls last, tries = 0, requested_at, id
      limit 1)
    returning id`)
  return row?.id
}

/** Somebody paid it back at the provider itself. */
export async function insertDone(on: Sql, id: string, returned: Returned): Promise<void> {
  const { subscriptionId, paymentId, refundId, cents } = returned
  const at = returned.at.toISOString()
  await on.run(sql`
    insert into refunds (id, subscription_id, payment_id, cents, reason, status, requested_at,
      due_at, provider_id, done_at)
    values (${id}, ${subscriptionId}, ${paymentId}, ${cents}, 'goodwill', 'done', ${at}, ${at},
      ${refundId}, ${at})`)
}

/** Failed ones only. */
export async function reopen(on: Sql, id: string, now: Date): Promise<boolean> {
  const changed = await on.run(sql`
    update refunds set status = 'open', tries = 0, next_try_at = ${now.toISOString()}
    where id = ${id} and status = 'failed'`)
  return changed > 0
}

const IS_UNSENT = sql`status in ('open', 'failed')`

/** Of those to be cut as much stays as `cents` leave after what else goes back of the payment: what is owed first, then the oldest. */
async function cutRefunds(
  on: Sql,
  { subscriptionId, paymentId }: Paid,
  cents: Query,
  isCut: Query,
): Promise<void> {
  await on.run(sql`
    with of_payment as (
      select id, ${isCut} as is_cut, cents,
        sum(cents) over (order by ${isCut}, reason = 'goodwill', status = 'failed', requested_at, id) as so_far
      from refunds where subscription_id = ${subscriptionId} and payment_id = ${paymentId}
        and (${isCut} or not ${isRefusedGoodwill})),
    covered as (
      select id, greatest(0, least(so_far, ${cents})) - greatest(0, least(so_far - cents, ${cents})) as cents
      from of_payment where is_cut),
    gone as (delete from refunds where id in (select id from covered where cents = 0))
    update refunds r set cents = c.cents from covered c
    where r.id = c.id and c.cents > 0 and c.cents < r.cents`)
}

/** Of what is not with the provider yet, and of goodwill refunds it refused, as much stays as is left of the payment. */
export const cutToPaid = (on: Sql, paid: Paid): Promise<void> =>
  cutRefunds(on, paid, keptCents(paid.paymentId), IS_UNSENT)

/** What the payer's bank took back is not paid back as well: of what was to go back by law as much stays as is still `owed`. */
export async function cutUncovered(
  on: Sql,
  { owed, ...paid }: Paid & { owed: number },
): Promise<void> {
  await cutRefunds(on, paid, sql`${owed}::int`, sql`(${IS_UNSENT} and reason <> 'goodwill')`)
  await cutToPaid(on, paid)
}

export type DueRefund = {
  id: string
  subscriptionId: string
  providerId: string
  paymentId: string
  cents: number
  tries: number
}

/**
 * Takes one that is due and that no other process takes at this moment; until `leaseUntil` it is not
 * taken again, even if the process that took it ends.
 */
export const takeDue = (
  on: Sql,
  { provider, now, leaseUntil }: { provider: ProviderName; now: Date; leaseUntil: Date },
): Promise<DueRefund | undefined> =>
  on.row<DueRefund>(sql`
    update refunds r set tries = tries + 1, next_try_at = ${leaseUntil.toISOString()}
    from subscriptions s
    where s.id = r.subscription_id and r.id = (
      select d.id from refunds d join subscriptions o on o.id = d.subscription_id
      where d.status = 'open' and d.next_try_at <= ${now.toISOString()}
        and o.provider = ${provider} and o.provider_id is not null
      order by d.next_try_at, d.id limit 1 for update of d skip locked)
    returning r.id, r.subscription_id, s.provider_id, r.payment_id, r.cents, r.tries`)

/** The provider took it. Its notice may have come first, and then nothing is to be done. */
export async function markSent(on: Sql, id: string, refundId: string): Promise<void> {
  await on.run(sql`
    update refunds set status = 'sent', provider_id = ${refundId}, next_try_at = null
    where id = ${id} and status = 'open'
      and not exists (select from refunds o where o.provider_id = ${refundId})`)
}

export async function postponeRefund(on: Sql, id: string, until: Date): Promise<void> {
  await on.run(sql`
    update refunds set next_try_at = ${until.toISOString()} where id = ${id} and status = 'open'`)
}

/** Whether it is still to be sent, or to be looked at. */
export const isUnsent = async (on: Sql, id: string): Promise<boolean> =>
  (await on.row(sql`select from refunds where id = ${id} and ${IS_UNSENT}`)) !== undefined

/** Unless less is to go back by now than was refused: that is tried by itself. */
export async function markFailed(
  on: Sql,
  { id, cents }: { id: string; cents: number },
): Promise<boolean> {
  const changed = await on.run(sql`
    update refunds set status = 'failed', next_try_at = null
    where id = ${id} and status = 'open' and cents = ${cents}`)
  return changed > 0
}

type LateRefund = { id: string; number: string; status: string; dueAt: string }

/** Not done, due before `before`, and not told since `since`; now they are. */
export const takeLate = (
  on: Sql,
  { now, before, since }: { now: Date; before: Date; since: Date },
): Promise<LateRefund[]> =>
  on.rows<LateRefund>(sql`
    update refunds r set alarmed_at = ${now.toISOString()}
    from subscriptions s
    where s.id = r.subscription_id and r.status <> 'done' and r.due_at <= ${before.toISOString()}
      and (r.alarmed_at is null or r.alarmed_at <= ${since.toISOString()})
    returning r.id, s.number, r.status, r.due_at`)
