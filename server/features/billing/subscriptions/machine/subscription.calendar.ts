import { limits } from '#contract/limits.ts'
import { DAY_MS, dayNumber, lastMomentOfDay } from '#server/platform/lists/calendar.ts'

/**
 * The last moment to take a contract back: the end of the fourteenth day after it, or of the next
 * working day if that is none (§§ 187, 188, 193, 355 (2) BGB).
 */
export function withdrawalEnd(contractAt: Date): Date {
  let day = dayNumber(contractAt) + limits.withdrawalDays
  while (!isWorkingDay(day)) day += 1
  return lastMomentOfDay(day)
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
