import { expect } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'

/** How many statements wait for what other transactions hold. */
export async function countWaiting({ db }: Pick<Club, 'db'>): Promise<number> {
  const rows = await db.rows(sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}

/** How many transactions are open in which nobody asks anything at this moment. */
export async function countPausing({ db }: Pick<Club, 'db'>): Promise<number> {
  const rows = await db.rows(sql`select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
  return rows.length
}

/** Until so many do. */
export const untilSomebodyWaits = (club: Pick<Club, 'db'>, count = 1) =>
  expect.poll(() => countWaiting(club), { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
