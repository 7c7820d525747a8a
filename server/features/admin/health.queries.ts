import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

type Week = {
  /** Its Monday in Berlin, `YYYY-MM-DD`. */
  week: string
  newcomers: number
  admitted: number
  firstPost: number
  returning: number
  posts: number
}

/** SQL: the Monday of the week in Berlin in which something was. */
const weekSql = (column: Query): Query =>
  sql`date_trunc('week', ${column} at time zone 'Europe/Berlin')::date`

/** The last so many weeks by sums; made-up members of a demo are no people. */
export function listWeeks(on: Sql, now: Date, weeks: number): Promise<Week[]> {
  return on.rows<Week>(sql`
    with span as (
      select (monday - 7 * (${weeks}::integer - 1 - n))::date as week
      from (select date_trunc('week', ${now.toISOString()}::timestamptz
        at time zone 'Europe/Berlin')::date as monday) today,
        generate_series(0, ${weeks}::integer - 1) n),
    start as (select min(week)::timestamp at time zone 'Europe/Berlin' as at from span),
    people as (
      select u.id, u.admitted_at, ${weekSql(sql`u.created_at`)} as came,
        ${weekSql(sql`u.admitted_at`)} as let_in
      from users u, start where not u.is_demo and (u.created_at >= start.at or u.admitted_at >= start.at)),
    said as (
      select ${weekSql(sql`p.created_at`)} as week, p.user_id, count(*) as posts
      from posts p join users u on u.id = p.user_id, start
      where p.created_at >= start.at and not u.is_demo group by 1, 2)
    select span.week::text as week,
      (select count(*) from people where came = span.week) as newcomers,
      (select count(*) from people where let_in = span.week) as admitted,
      (select count(*) from people where let_in = span.week and exists (
        select from posts p where p.user_id = people.id and p.created_at >= people.admitted_at
          and p.created_at < people.admitted_at + interval '24 hours')) as first_post,
      (select count(*) from said where said.week = span.week and exists (
        select from posts p where p.user_id = said.user_id
          and p.created_at < span.week::timestamp at time zone 'Europe/Berlin')) as returning,
      (select coalesce(sum(posts), 0)::bigint from said where said.week = span.week) as posts
    from span order by span.week`)
}
