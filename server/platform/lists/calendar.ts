import { berlinDay } from '#contract/day.ts'

// Terms and deadlines follow the calendar and the clock of Berlin, in summer and winter.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

let wallClock: Intl.DateTimeFormat | undefined

/** What the clock in Berlin shows, as if it were UTC. */
function wallClockTime(at: Date): number {
  wallClock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const shown = Date.parse(`${wallClock.format(at).replace(' ', 'T')}Z`)
  return shown + (at.getTime() % 1000)
}

/** When the clock in Berlin shows this; an hour that is skipped in spring is the one after it. */
function atWall(wall: number): Date {
  const winter = new Date(wall - HOUR_MS)
  if (wallClockTime(winter) === wall) return winter
  const summer = new Date(wall - 2 * HOUR_MS)
  return wallClockTime(summer) === wall ? summer : winter
}

/** Calendar months later at the same time of day; a day that month lacks is its last one. */
export function addMonths(anchor: Date, months: number): Date {
  if (months === 0) return anchor
  const wall = new Date(wallClockTime(anchor))
  const day = wall.getUTCDate()
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months + 1, 0))
  const moved = new Date(wall)
  moved.setUTCFullYear(
    lastDay.getUTCFullYear(),
    lastDay.getUTCMonth(),
    Math.min(day, lastDay.getUTCDate()),
  )
  return atWall(moved.getTime())
}

/** The day in Berlin as a running number. */
export const dayNumber = (at: Date): number => Date.parse(berlinDay(at)) / DAY_MS

/** The last moment of a day in Berlin, by its number. */
export const lastMomentOfDay = (day: number): Date =>
  new Date(atWall((day + 1) * DAY_MS).getTime() - 1)

/** The last moment of that day in Berlin. */
export const endOfDay = (at: Date): Date => lastMomentOfDay(dayNumber(at))

/** Midnights in Berlin between two times. */
export const countDays = (from: Date, to: Date): number => dayNumber(to) - dayNumber(from)
