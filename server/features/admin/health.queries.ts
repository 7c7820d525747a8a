// The weekly sums of the club's health: counted from rows, and stored once a week is over.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getHealth } from '#contract/admin/admin.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** A week as it is shown, and kept. */
export type Week = AnswerOf<typeof getHealth>['weeks'][number]

type Sums = {
  /** Its Monday in Berlin, `YYYY-MM-DD`. */
  week: string
  newcomers: number
  admitted: number
  firstPost: number
  returning: number
  posts: number
  reports: number
}

/** SQL: the Monday of the week in Berlin in which something was. */
const weekSql = (column: Query): Query =>
  sql`date_trunc('week', ${column} at time zone 'Europe/Berlin')::date`

/** SQL: when a day begins in Berlin. */
const startSql = (day: Query): Query => sql`(${day})::timestamp at time zone 'Europe/Berlin'`

/**
 * The last so many weeks, the running one last. One that is over for two days can be stored: members admitted
 * on its last day have had their first day.
 */
export const listMondays = (
  on: Sql,
  now: Date,
  weeks: number,
): Promise<{ week: string; isOver: boolean }[]> =>
  on.rows(sql`
    select week::text, ${startSql(sql`week + 9`)} <= ${now.toISOString()}::timestamptz as is_over
    from (select ${weekSql(sql`${now.toISOString()}::timestamptz`)} - 7 * n as week
      from generate_series(0, ${weeks}::integer - 1) n) span order by week`)

/**
 * These weeks by what is there now; made-up members of a demo are no people. Posts are found by their authors'
 * index: one of all posts by time would cost each that is written. Reports of staff are not counted: a reader
 * would learn of one about themselves.
 */
export const countWeeks = (on: Sql, weeks: readonly string[]): Promise<Sums[]> =>
  on.rows<Sums>(sql`
    with span as (select week from unnest(${weeks}::date[]) week),
    whole as (select ${startSql(sql`min(week)`)} as since, ${startSql(sql`max(week) + 7`)} as until from span),
    people as (
      select u.id, u.admitted_at, ${weekSql(sql`u.created_at`)} as came,
        ${weekSql(sql`u.admitted_at`)} as let_in
      from users u, whole where not u.is_demo and (u.created_at >= whole.since or u.admitted_at >= whole.since)),
    said as (
      select its.week, u.id as user_id, its.posts
      from users u, whole, lateral (
        select ${weekSql(sql`p.created_at`)} as week, count(*) as posts from posts p
        where p.user_id = u.id and p.created_at >= whole.since and p.created_at < whole.until group by 1) its
      where not u.is_demo)
    select span.week::text as week,
      (select count(*) from people where came = span.week) as newcomers,
      (select count(*) from people where let_in = span.week) as admitted,
      (select count(*) from people where let_in = span.week and exists (
        select from posts p where p.user_id = people.id and p.created_at >= people.admitted_at
          and p.created_at < people.admitted_at + interval '24 hours')) as first_post,
      (select count(*) from said where said.week = span.week and exists (
        select from posts p where p.user_id = said.user_id
          and p.created_at < ${startSql(sql`span.week`)})) as returning,
      (select coalesce(sum(posts), 0)::bigint from said where said.week = span.week) as posts,
      (select count(*) from reports r join cases c on c.id = r.case_id
        where r.received_at >= ${startSql(sql`span.week`)} and r.received_at < ${startSql(sql`span.week + 7`)}
          and not exists (select from user_roles s where s.user_id = c.user_id)) as reports
    from span order by span.week`)

export const listStoredWeeks = (on: Sql, weeks: readonly string[]): Promise<Week[]> =>
  on.rows<Week>(sql`
    select week::text, newcomers, admitted, first_post, came_back as returning, posts, reports
    from week_figures where week = any (${weeks}::date[])`)

/** The first who keeps a week is believed. */
export async function insertWeek(on: Sql, one: Week): Promise<void> {
  await on.run(sql`
    insert into week_figures (week, newcomers, admitted, first_post, came_back, posts, reports)
    values (${one.week}, ${one.newcomers}, ${one.admitted}, ${one.firstPost}, ${one.returning},
      ${one.posts}, ${one.reports}) on conflict do nothing`)
}

export const deleteOldWeeks = (on: Sql, week: string): Promise<number> =>
  on.run(sql`delete from week_figures where week < ${week}::date`)
