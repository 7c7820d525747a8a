import { sql, type Sql } from '#server/platform/database/database.ts'

/** So few cases would tell of single people, and mislead. */
const LEAST_CASES = 20
export const STATISTICS_DAYS = 30

export async function insertWaits(on: Sql, since: string[], now: Date): Promise<void> {
  await on.run(sql`
    insert into waits (admitted_at, waited)
    select ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz - s
    from unnest(${since}::timestamptz[]) s`)
}

/** Median days from joining to admission over the last 30 days; null while there are too few cases. */
export async function medianDays(on: Sql, now: Date): Promise<number | null> {
  const row = await on.row<{ days: number | null }>(sql`
    select case when count(*) >= ${LEAST_CASES} then round((extract(epoch from
        percentile_cont(0.5) within group (order by waited)) / 86400)::numeric, 1)::float8 end as days
    from waits where admitted_at > ${now.toISOString()}::timestamptz - make_interval(days => ${STATISTICS_DAYS})
      and admitted_at <= ${now.toISOString()}`)
  return row?.days ?? null
}
