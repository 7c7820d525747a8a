import { computeAge, isMinor } from '#contract/admission/birthdate.ts'
import { berlinDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'

/** A month is given, and two more where an extension is needed and explained (Art. 12 (3) GDPR). */
export const MONTHS = { given: 1, extended: 3 }

/**
 * The end of the day in Berlin with the same number so many months later, or of the last day of
 * that month (§ 188 (2), (3) BGB).
 */
export function requestDueDate(received: Date, months: number): Date {
  const [year = 0, month = 0, day = 0] = berlinDay(received).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  const due = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay) + 1))
  return new Date(midnightInBerlin(due).getTime() - 1000)
}

function midnightInBerlin(day: Date): Date {
  const date = day.toISOString().slice(0, 10)
  // in summer Berlin is two hours ahead, in winter one
  const summer = new Date(`${date}T00:00:00+02:00`)
  return berlinDay(summer) === date ? summer : new Date(`${date}T00:00:00+01:00`)
}

export const isUrgent = (
  { receivedAt, closedAt }: { receivedAt: string; closedAt: string | null },
  now: Date,
): boolean => closedAt === null && Date.parse(receivedAt) <= urgencyCutoff(now).getTime()

/** What came in before then and is open is urgent. */
export const urgencyCutoff = (now: Date): Date =>
  new Date(now.getTime() - limits.requestUrgentDays * DAY_MS)

/** Nobody decides on what they asked for themselves. */
export const ownRefusal = (
  viewer: { userId: string },
  request: { userId: string | null },
): 'own_submission' | null => (viewer.userId === request.userId ? 'own_submission' : null)

/** When somebody born on that day comes of age, if that is still to come. */
export function dateOfMajority(birthdate: string, now: Date): Date | null {
  if (!isMinor(birthdate, now)) return null
  const [year = 0, month = 0, day = 0] = birthdate.split('-').map(Number)
  return midnightInBerlin(new Date(Date.UTC(year + limits.minimumAge, month - 1, day)))
}

/** A day in the calendar, not yet to come, of somebody who may be alive. */
export function isBirthdate(date: string, now: Date): boolean {
  const today = berlinDay(now)
  return date <= today && computeAge(date, today) <= limits.maximumAge
}
