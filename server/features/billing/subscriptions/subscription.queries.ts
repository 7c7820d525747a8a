// The rows of contracts and of what happened to them; and the lock under which one thing happens at a time.
import { emailForm } from '#contract/email.ts'
import { cleanCode, cleanNumber } from '#contract/digits.ts'
import type { Price, SubscriptionStatus } from '#contract/billing/billing.ts'
import type { Language } from '#contract/fields.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import type { ProviderName } from '#server/platform/payments.ts'
import type { PlanRate } from './plans.policy.ts'
import type { SubscriptionEvent } from '#server/features/billing/subscriptions/machine/subscription.events.ts'

/** What happened, and when the club learned of it. */
type KnownEvent = {
  kind: string
  key: string
  occurredAt: string
  recordedAt: string
  data: object
}

/** A contract with its prices and everything that happened to it. */
export type SubscriptionRow = {
  id: string
  number: string
  /** Null once the account is gone. */
  userId: string | null
  provider: ProviderName
  providerId: string | null
  approveUrl: string | null
  language: Language | null
  termsVersion: string
  startsEarly: boolean
  orderedAt: string
  /** As stored last; `events` are what it is computed from. */
  status: SubscriptionStatus
  priceId: string
  /** Its own, and those announced for it. */
  prices: Omit<Price, 'vatCents'>[]
  /** All rates of VAT so far, the oldest first, each with the time it began. */
  rates: PlanRate[]
  events: KnownEvent[]
  /** What the provider calls the refunds of days that suspensions took by mistake. */
  lostDayRefunds: string[]
}

const subscriptions = sql`
  select s.id, s.number, s.user_id, s.provider, s.provider_id, s.approve_url, s.language,
    s.terms_version, s.starts_early, s.ordered_at, s.status, s.price_id,
    (select json_agg(json_build_object('id', p.id, 'cents', p.cents, 'currency', p.currency,
        'vatPercent', p.vat_percent))
      from plan_prices p where p.id = s.price_id or p.id in (
        select (e.data ->> 'priceId')::uuid from subscription_events e
        where e.subscription_id = s.id and e.kind in ('ordered', 'price_announced'))) as prices,
    (select json_agg(json_build_object('vatPercent', p.vat_percent, 'since', p.created_at)
        order by p.created_at)
      from plan_prices p) as rates,
    (select coalesce(json_agg(json_build_object('kind', e.kind, 'key', e.key,
        'occurredAt', e.occurred_at, 'recordedAt', e.recorded_at, 'data', e.data) order by e.id),
        '[]')
      from subscription_events e where e.subscription_id = s.id) as events,
    array(select r.provider_id from refunds r where r.subscription_id = s.id and r.is_for_lost_days
      and r.provider_id is not null) as lost_day_refunds
  from subscriptions s`

const find = (on: Sql, where: Query) => on.row<SubscriptionRow>(sql`${subscriptions} ${where}`)

export const findSubscription = (on: Sql, id: string): Promise<SubscriptionRow | undefined> =>
  find(on, sql`where s.id = ${id}`)

export const findByProviderId = (
  on: Sql,
  providerId: string,
): Promise<SubscriptionRow | undefined> => find(on, sql`where s.provider_id = ${providerId}`)

export const findOwn = (
  on: Sql,
  { id, userId }: { id: string; userId: string },
): Promise<SubscriptionRow | undefined> =>
  find(on, sql`where s.id = ${id} and s.user_id = ${userId}`)

const isLive = sql`s.status in ('pending', 'active', 'past_due', 'cancelled')`

/** A member's subscription that is running or waiting for approval; there is at most one. */
export const findLive = (on: Sql, userId: string): Promise<SubscriptionRow | undefined> =>
  find(on, sql`where s.user_id = ${userId} and ${isLive}`)

/** Ids of all subscriptions a member ever ordered; the running one comes last. */
export async function listContracts(on: Sql, userId: string): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    select s.id from subscriptions s where s.user_id = ${userId}
    order by ${isLive}, s.ordered_at, s.id`)
  return rows.map(({ id }) => id)
}

const liveFirst = sql`order by ${isLive} desc, s.ordered_at desc, s.id desc limit 1`

/** Finds by order number or e-mail address: the subscription that is running, or else the newest that was paid. */
export function findForDeclaration(
  on: Sql,
  contract: string,
): Promise<SubscriptionRow | undefined> {
  return find(
    on,
    sql`where (s.number = ${cleanNumber(contract)}
        or s.user_id = (select id from users where email = ${emailForm(cleanCode(contract)).toLowerCase()}))
      and (${isLive} or s.period_start is not null) ${liveFirst}`,
  )
}

/** The subscription a member is shown: the running one, or else the newest that was approved. */
export const findShown = (on: Sql, userId: string): Promise<SubscriptionRow | undefined> =>
  find(
    on,
    sql`where s.user_id = ${userId} and (${isLive} or s.period_start is not null or exists (
        select from subscription_events e where e.subscription_id = s.id and e.kind = 'approved'))
      ${liveFirst}`,
  )

/**
 * Lets one thing happen at a time to a contract and to its member, in this order everywhere, until
 * the transaction ends. False when there is no such contract.
 */
export async function lockSubscription(on: Sql, id: string): Promise<boolean> {
  await on.run(sql`
    select from users where id = (select user_id from subscriptions where id = ${id})
    for no key update`)
  return (await on.run(sql`select from subscriptions where id = ${id} for no key update`)) > 0
}

/** Stores events and answers the keys of those that were not stored before. */
export async function insertEvents(
  on: Sql,
  subscriptionId: string,
  events: readonly SubscriptionEvent[],
  at: Date,
): Promise<Set<string>> {
  const fresh = new Set<string>()
  for (const { kind, key, occurredAt, data } of events) {
    // a clock ahead of ours must not make something happen tomorrow
    const when = occurredAt < at ? occurredAt : at
    const added = await on.run(sql`
      insert into subscription_events
        (subscription_id, kind, key, occurred_at, recorded_at, data)
      values (${subscriptionId}, ${kind}, ${key}, ${when.toISOString()}, ${at.toISOString()},
        ${JSON.stringify(data)})
      on conflict (subscription_id, key) do nothing`)
    if (added > 0) fresh.add(key)
  }
  return fresh
}

type Folded = {
  status: string
  priceId: string | null
  periodStart: Date | null
  periodEnd: Date | null
  endsAt: Date | null
  failures: number
  nextAt: Date | null
}

export async function writeFolded(on: Sql, id: string, folded: Folded): Promise<void> {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  await on.run(sql`
    update subscriptions set status = ${folded.status},
      price_id = coalesce(${folded.priceId}::uuid, price_id),
      period_start = ${iso(folded.periodStart)}, period_end = ${iso(folded.periodEnd)},
      ends_at = ${iso(folded.endsAt)}, failures = ${folded.failures},
      next_at = ${iso(folded.nextAt)}
    where id = ${id}`)
}

/** Another contract of the same member that is not over. */
export async function hasOtherLive(on: Sql, { id, userId }: SubscriptionRow): Promise<boolean> {
  const other = await on.row(
    sql`select from subscriptions s where s.user_id = ${userId} and s.id <> ${id} and ${isLive}`,
  )
  return other !== undefined
}

/** Subscriptions whose next step is due, the longest due first. */
export async function listDue(on: Sql, at: Date): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    select id from subscriptions where next_at <= ${at.toISOString()}
    order by next_at, id limit 500`)
  return rows.map(({ id }) => id)
}

/**
 * Cents to be refunded of each payment towards what is owed, sent or not. A goodwill refund that the provider refused
 * does not count, since it may never be sent, nor what a suspension took by mistake.
 */
export const listRequestedRefunds = (
  on: Sql,
  subscriptionId: string,
): Promise<{ paymentId: string; cents: number }[]> =>
  on.rows(sql`
    select payment_id, sum(cents)::int as cents from refunds
    where subscription_id = ${subscriptionId} and not (reason = 'goodwill' and status = 'failed')
      and not is_for_lost_days
    group by payment_id`)
