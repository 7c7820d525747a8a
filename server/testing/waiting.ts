import { expect } from 'vitest'
import { sql } from '#server/platform/database.ts'
import type { Club } from './club.ts'

/** Until a statement of somebody's waits for what another transaction holds. */
export const untilSomebodyWaits = ({ db }: Club) =>
  expect
    .poll(
      () =>
        db.row(sql`select 1 as it from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`),
      { timeout: 10_000 },
    )
    .toBeDefined()
