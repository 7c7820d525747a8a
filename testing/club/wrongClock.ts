import { vi } from 'vitest'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { Club } from './club.ts'

/** A process whose clock is ahead of the database's by so many days works, and then one whose clock is right. */
export async function withClockAhead(
  club: Club,
  days: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const right = club.app.now()
  vi.setSystemTime(vi.getRealSystemTime() + days * DAY_MS)
  club.clock.advance({ days })
  try {
    await work()
  } finally {
    vi.useRealTimers()
    club.clock.set(right)
  }
}
