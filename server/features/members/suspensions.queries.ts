import { sql, type Sql } from '#server/platform/database/database.ts'

/**
 * Shows members again whose suspension is over; returns whether there were any. A trigger tells every process.
 * Rows are locked in the order all others use: otherwise two could wait for each other.
 */
export async function endSuspensions(on: Sql, now: Date): Promise<boolean> {
  const shown = await on.run(sql`
    with over as materialized (
      select id from profiles where suspended_until <= ${now.toISOString()}
      order by id for no key update)
    update profiles p set suspended_until = null from over where p.id = over.id`)
  return shown > 0
}

/** When the next suspension is over, in ms since 1970; Infinity when nobody is suspended. */
export async function nextEnd(on: Sql): Promise<number> {
  const row = await on.row<{ at: string | null }>(
    sql`select min(suspended_until) as at from profiles where suspended_until is not null`,
  )
  return row?.at ? Date.parse(row.at) : Infinity
}
