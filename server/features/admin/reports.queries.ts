import { sql, type Sql } from '#server/platform/database/database.ts'

// What the house says of the desk's cases and statements: numbers, and nothing of what is in them.

/** How many statements of reasons a member was given. */
export async function countStatements(on: Sql, userId: string): Promise<number> {
  const row = await on.row<{ count: number }>(
    sql`select count(*)::int as count from statements where user_id = ${userId}`,
  )
  return row?.count ?? 0
}

/** How many reports came in each of these weeks, by their Mondays in Berlin. */
export async function countReports(on: Sql, weeks: readonly string[]): Promise<number[]> {
  const rows = await on.rows<{ count: number }>(sql`
    select (select count(*)::int from reports r
      where r.received_at >= w.week::timestamp at time zone 'Europe/Berlin'
        and r.received_at < (w.week + 7)::timestamp at time zone 'Europe/Berlin') as count
    from unnest(${weeks}::date[]) with ordinality w (week, place) order by w.place`)
  return rows.map(({ count }) => count)
}
