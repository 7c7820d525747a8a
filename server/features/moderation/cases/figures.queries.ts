// Counts a year's reports, cases, decisions and appeals (DSA), and keeps the counts; they name nobody.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getDeskFigures } from '#contract/moderation/cases.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

export type Figures = Omit<AnswerOf<typeof getDeskFigures>, 'year'>

/** Months over which monthly recipients are averaged (Art. 24 (3) DSA). */
const MONTHS = 6

const counts = (key: Query, from: Query) => sql`
  (select coalesce(json_agg(json_build_object('key', key, 'count', count) order by key), '[]')
    from (select ${key} as key, count(*) as count ${from} group by 1) t)`

type YearAsked = { year: number; now: Date; viewerId: string | null; isOwn?: boolean }

/**
 * Everything of one year in Berlin, counted; names nobody. For a viewer without what is about themselves: beside
 * the queue, which does not show it, the numbers would tell that there is something. With `isOwn` that alone.
 */
export async function countYear(
  on: Sql,
  { year, now, viewerId, isOwn = false }: YearAsked,
): Promise<Figures> {
  const isCounted = (isAbout: Query) => (isOwn ? isAbout : sql`not ${isAbout}`)
  const isOfCounted = (userId: Query) =>
    isCounted(sql`coalesce(${userId} = ${viewerId}::uuid, false)`)
  const inCounted = (caseId: Query) =>
    isCounted(sql`exists (select from cases k
      where k.id = ${caseId} and k.user_id = ${viewerId}::uuid)`)
  const start = sql`(make_date(${year}::int, 1, 1)::timestamp at time zone 'Europe/Berlin')`
  const end = sql`(make_date(${year}::int + 1, 1, 1)::timestamp at time zone 'Europe/Berlin')`
  const within = (column: Query) => sql`${column} >= ${start} and ${column} < ${end}`
  const at = sql`${now.toISOString()}::timestamptz`
  const row = await on.row<Figures>(sql`
    with its_reports as (
      select notice_id, is_trusted, reason from reports r
      where ${within(sql`r.received_at`)} and ${inCounted(sql`r.case_id`)}),
    its_appeals as (
      select case when decided_at <= ${at} then is_granted end as is_granted,
        case when decided_at <= ${at} then round(extract(epoch from decided_at - received_at) / 60) end as minutes
      from appeals a where ${within(sql`received_at`)}
        and ${inCounted(sql`(select r.case_id from reports r where r.id = a.report_id
          union all select s.case_id from statements s where s.id = a.statement_id)`)}
      union all select is_granted, minutes from appeals_gone
        where year = ${year} and not ${isOwn}::boolean)
    select
      (select count(*) from its_reports r where r.notice_id is null) as reports,
      (select count(*) from its_reports r where r.notice_id is not null) as notices,
      (select count(*) from its_reports r where r.is_trusted) as from_trusted,
      ${counts(sql`r.reason`, sql`from its_reports r`)} as by_reason,
      (select json_build_object(
        'opened', count(*) filter (where ${within(sql`c.opened_at`)}),
        'decided', count(*) filter (where ${within(sql`c.decided_at`)}),
        'overdue', count(*) filter (where ${within(sql`c.opened_at`)}
          and least(c.decided_at, ${at}) > c.due_at)) from cases c
        where ${isOfCounted(sql`c.user_id`)}) as cases,
      (select round(percentile_cont(0.5) within group (
          order by extract(epoch from d.decided_at - c.opened_at) / 60))::int
        from case_decisions d
        join cases c on c.id = d.case_id where ${within(sql`d.decided_at`)}
          and ${isOfCounted(sql`c.user_id`)}) as median_minutes,
      ${counts(
        sql`d.kind`,
        sql`from case_decisions d where ${within(sql`d.decided_at`)}
        and ${inCounted(sql`d.case_id`)}`,
      )} as decisions,
      ${counts(
        sql`s.kind`,
        sql`from statements s where ${within(sql`s.starts_at`)}
        and ${inCounted(sql`s.case_id`)}`,
      )} as statements,
      (select json_build_object('made', count(*),
        'granted', count(*) filter (where a.is_granted),
        'refused', count(*) filter (where not a.is_granted),
        'open', count(*) filter (where a.is_granted is null)) from its_appeals a) as appeals,
      (select round(percentile_cont(0.5) within group (order by a.minutes))::int
        from its_appeals a) as appeal_median_minutes,
      (select count(*) from handovers h where h.is_confirmed and ${within(sql`h.answered_at`)}
        and ${inCounted(sql`h.case_id`)}) as handovers,
      (select round(avg(m.count))::int from (select count from monthly_recipients
        where month < date_trunc('month', least(${at}, ${end}) at time zone 'Europe/Berlin')
          and not ${isOwn}::boolean
        order by month desc limit ${MONTHS}) m) as monthly_recipients`)
  return row!
}

/** Years before this one that are not kept yet: the last, and older ones of which there is still something. */
export async function listUnkeptYears(on: Sql, now: Date): Promise<number[]> {
  const rows = await on.rows<{ year: number }>(sql`
    with things as (
      select received_at as at from reports
      union all select opened_at from cases
      union all select decided_at from cases
      union all select decided_at from case_decisions
      union all select starts_at from statements
      union all select received_at from appeals
      union all select answered_at from handovers),
    this_year as (select ${yearSql(sql`${now.toISOString()}::timestamptz`)} as year)
    select year from (
      select ${yearSql(sql`at`)} as year from things union select year from appeals_gone
      union select year - 1 from this_year) years
    where year < (select year from this_year)
      and not exists (select from year_figures f where f.year = years.year)
    order by year`)
  return rows.map(({ year }) => year)
}

const yearSql = (time: Query) => sql`extract(year from ${time} at time zone 'Europe/Berlin')::int`

/** The first result stays: what was counted may be deleted as soon as it is stored. */
export async function insertYear(
  on: Sql,
  { year, figures, now }: { year: number; figures: Figures; now: Date },
): Promise<void> {
  await on.run(sql`
    insert into year_figures (year, figures, counted_at)
    values (${year}, ${JSON.stringify(figures)}::jsonb, ${now.toISOString()})
    on conflict (year) do nothing`)
}

/** What went is in the figures by now. */
export const forgetGone = (on: Sql): Promise<number> =>
  on.run(sql`delete from appeals_gone where year in (select year from year_figures)`)

export const findYear = (
  on: Sql,
  year: number,
): Promise<{ figures: object; countedAt: string } | undefined> =>
  on.row(sql`select figures, counted_at from year_figures where year = ${year}`)
