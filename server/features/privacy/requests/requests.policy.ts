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

/** Days before its end from which a request whose time was extended is urgent. */
const LAST_DAYS = 9

/** Open and received until then, or its time was extended and is over by then: urgent. */
export const urgencyBounds = (now: Date): { received: Date; extendedDue: Date } => ({
  received: new Date(now.getTime() - limits.requestUrgentDays * DAY_MS),
  extendedDue: new Date(now.getTime() + LAST_DAYS * DAY_MS),
})

type Waiting = {
  receivedAt: string
  dueAt: string
  /** Given for each that is extended. */
  extensionReason: string | null
  closedAt: string | null
}

export function isUrgent(
  { receivedAt, dueAt, extensionReason, closedAt }: Waiting,
  now: Date,
): boolean {
  const { received, extendedDue } = urgencyBounds(now)
  if (closedAt !== null) return false
  return extensionReason === null
    ? Date.parse(receivedAt) <= received.getTime()
    : Date.parse(dueAt) <= extendedDue.getTime()
}

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
