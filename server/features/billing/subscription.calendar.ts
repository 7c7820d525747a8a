import { berlinDay } from '#contract/birthdate.ts'
import { limits } from '#contract/limits.ts'

// Terms and deadlines follow the calendar and the clock of Berlin, in summer and winter.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

let wallClock: Intl.DateTimeFormat | undefined

/** What the clock in Berlin shows, as if it were UTC. */
function wallOf(at: Date): number {
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
  if (wallOf(winter) === wall) return winter
  const summer = new Date(wall - 2 * HOUR_MS)
  return wallOf(summer) === wall ? summer : winter
}

/** Calendar months later at the same time of day; a day that month lacks is its last one. */
export function monthsAfter(anchor: Date, months: number): Date {
  if (months === 0) return anchor
  const wall = new Date(wallOf(anchor))
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
const dayNumber = (at: Date): number => Date.parse(berlinDay(at)) / DAY_MS

/** Midnights in Berlin between two times. */
export const daysBetween = (from: Date, to: Date): number => dayNumber(to) - dayNumber(from)

/**
 * The last moment to take a contract back: the end of the fourteenth day after it, or of the next
 * working day if that is none (§§ 187, 188, 193, 355 (2) BGB).
 */
export function withdrawalEnd(contractAt: Date): Date {
  let day = dayNumber(contractAt) + limits.withdrawalDays
  while (!isWorkingDay(day)) day += 1
  return new Date(atWall((day + 1) * DAY_MS).getTime() - 1)
}

function isWorkingDay(day: number): boolean {
  const date = new Date(day * DAY_MS)
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, date)
}

const FIXED_HOLIDAYS = new Set(['01-01', '05-01', '10-03', '12-25', '12-26'])
/** Good Friday, Easter Monday, Ascension and Whit Monday, in days from Easter Sunday. */
const MOVABLE_HOLIDAYS = [-2, 1, 39, 50]

/** Those that all of Germany keeps. */
function isHoliday(day: number, date: Date): boolean {
  if (FIXED_HOLIDAYS.has(date.toISOString().slice(5, 10))) return true
  return MOVABLE_HOLIDAYS.includes(day - easterSunday(date.getUTCFullYear()))
}

/** The Gregorian computus (Meeus, Jones, Butcher). */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * shift + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1) / DAY_MS
}
