import { sql, type Sql } from './database.ts'

/** Milliseconds two clocks may be apart: more than anybody leaves them to drift by themselves. */
const MOST_APART_MS = 5 * 60_000

/** By how many milliseconds this machine's clock is ahead of the database's, negative where it is behind; 0 where that is little. */
async function measureLead(on: Sql): Promise<number> {
  const sentAt = Date.now()
  const found = await on.row<{ now: number }>(sql`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now`)
  const now = found!.now
  // an answer that took its time says no more than that it was given meanwhile
  const [ahead, behind] = [sentAt - now, now - Date.now()]
  if (Math.max(ahead, behind) <= MOST_APART_MS) return 0
  return ahead > behind ? ahead : -behind
}

/** Says by how much this machine's clock and the database's differ, where that is too much; else null. */
export async function describeDrift(on: Sql): Promise<string | null> {
  const apart = Math.abs(await measureLead(on))
  if (apart === 0) return null
  return `the clocks of this machine and of the database are ${Math.round(apart / 60_000)} minutes apart: set the wrong one`
}

/** The earlier of what the two clocks show: by it nothing is over too soon, whichever of them is ahead. */
export async function findSureTime(on: Sql, now: Date): Promise<Date> {
  return new Date(now.getTime() - Math.max(0, await measureLead(on)))
}

/** A clock ahead removes what has time left; which of the two is wrong nobody can tell here. */
export class ClockDrift extends Error {
  override name = 'ClockDrift'
}

/** Refuses what goes by the time of day while nobody knows it. */
export async function refuseDrift(on: Sql): Promise<void> {
  const drift = await describeDrift(on)
  if (drift) throw new ClockDrift(drift)
}
