import { sql, type Sql } from '#server/platform/database/database.ts'

/** Jobs of one kind that are not done. */
type WaitingJobs = {
  kind: string
  /** Could be begun, by the clock of the database. */
  due: number
  /** For later, or for another try. */
  later: number
  active: number
  /** For how long the one that has been due longest has been. */
  oldestDueSeconds: number
  /** For how long the oldest has been there, whatever it waits for. */
  oldestSeconds: number
}

/** Every kind of which there is one. */
export const listWaitingJobs = (on: Sql): Promise<WaitingJobs[]> =>
  on.rows(sql`
    select name as kind,
      count(*) filter (where state < 'active' and start_after <= now())::int as due,
      count(*) filter (where state < 'active' and start_after > now())::int as later,
      count(*) filter (where state = 'active')::int as active,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state < 'active' and start_after <= now())), 0)::float8 as oldest_due_seconds,
      extract(epoch from now() - min(created_on))::float8 as oldest_seconds
    from pgboss.job where state <= 'active' group by name`)
