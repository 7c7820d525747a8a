import type { AnswerOf } from '#contract/endpoint.ts'
import type { getMoneyFigures } from '#contract/billing/backOffice.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type Figures = AnswerOf<typeof getMoneyFigures>
type Standing = Pick<Figures, 'active' | 'failing' | 'openRefunds' | 'comparedAt'>

const MONTHS = 24
const DRIFT_SHOWN = 100

/**
 * The last 24 months of the calendar in Berlin, newest first. Money as it was booked: what was paid
 * with the tax in it, and what went back, by us or by the payer's bank.
 */
export const listMonths = (on: Sql, now: Date): Promise<Figures['months']> =>
  on.rows(sql`
    with months as (
      select this - make_interval(months => back) as month
      from date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'Europe/Berlin') this,
        generate_series(0, ${MONTHS - 1}::int) back),
    since as (select min(month) at time zone 'Europe/Berlin' as at from months),
    approved as (
      select subscription_id, min(occurred_at) as at from subscription_events
      where kind = 'approved' group by subscription_id),
    started as (
      select date_trunc('month', at at time zone 'Europe/Berlin') as month, count(*) as count
      from approved group by 1),
    ended as (
      select date_trunc('month', s.ends_at at time zone 'Europe/Berlin') as month,
        count(*) as count
      from subscriptions s join approved on approved.subscription_id = s.id
      where s.status in ('ended', 'withdrawn', 'refunded') group by 1),
    booked as (
      select date_trunc('month', at at time zone 'Europe/Berlin') as month, account, cents,
        reference, reference like 'payment:%' as is_paid
      from ledger_entries
      where account in ('revenue', 'vat') and at >= (select at from since)),
    money as (
      select month, count(distinct reference) filter (where is_paid) as payments,
        sum(-cents) filter (where is_paid) as gross,
        sum(-cents) filter (where is_paid and account = 'vat') as vat,
        sum(cents) filter (where not is_paid) as refunded
      from booked group by month)
    select to_char(month, 'YYYY-MM') as month, coalesce(started.count, 0) as started,
      coalesce(ended.count, 0) as ended, coalesce(payments, 0) as payments,
      coalesce(gross, 0)::bigint as gross_cents, coalesce(vat, 0)::bigint as vat_cents,
      coalesce(refunded, 0)::bigint as refunded_cents
    from months left join started using (month) left join ended using (month)
      left join money using (month)
    order by month desc`)

/** How it stands now, and when it was last compared with the provider. */
export async function readStanding(on: Sql): Promise<Standing> {
  const row = await on.row<Standing>(sql`
    select
      (select count(*) from subscriptions where status in ('active', 'past_due', 'cancelled'))
        as active,
      (select count(*) from subscriptions where status = 'past_due') as failing,
      (select count(*) from refunds where status <> 'done') as open_refunds,
      (select max(at) from provider_comparisons) as compared_at`)
  return row ?? { active: 0, failing: 0, openRefunds: 0, comparedAt: null }
}

/** What was found to differ at the provider, newest first. */
export const listDrift = (on: Sql): Promise<Figures['drift']> =>
  on.rows(sql`
    select s.number, d.found, d.is_repaired, d.at
    from provider_drift d join subscriptions s on s.id = d.subscription_id
    order by d.at desc, d.id desc limit ${DRIFT_SHOWN}`)
