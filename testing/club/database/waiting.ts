import { expect } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'

/** Until so many statements wait for what other transactions hold. */
export const untilSomebodyWaits = ({ db }: Pick<Club, 'db'>, count = 1) =>
  expect
    .poll(
      async () => {
        const rows = await db.rows(sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return rows.length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(count)
