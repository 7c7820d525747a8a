import { berlinDay } from '#contract/day.ts'
import { rejoinDay } from '#contract/admission/invitations.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { WaitlistEntry } from './waitlist.queries.ts'

export const subtractDays = (now: Date, days: number): Date =>
  new Date(now.getTime() - days * DAY_MS)

/** Milliseconds. */
export const waitlistLifetimes = {
  /** A mailed link that confirms an address. */
  confirmation: 7 * DAY_MS,
  /** A mailed link by which an address leaves; longer than any address is kept. */
  leaving: 400 * DAY_MS,
} as const

/** The words somebody saw who asked to join: screen and mail. Raise it with them. */
export const WAITLIST_WORDS = '1.0.0'

/** Whether asking to join once more makes a difference for an address that was declined. */
export const mayRejoin = (declinedAt: string, now: Date): boolean =>
  berlinDay(now) >= rejoinDay(declinedAt)

type Known = Pick<WaitlistEntry, 'state' | 'declinedAt' | 'userId' | 'isMember'>

/** In line already, or past it: what "Already on the waitlist" is said of. A refusal is nobody else's business. */
export const isKnown = (entry: Known | undefined): boolean => {
  if (!entry) return false
  if (entry.isMember) return true
  if (entry.state === 'declined') return false
  return entry.userId !== null || entry.state !== 'asked'
}

/** Whether asking to join starts over: a link to confirm by is mailed. */
export const mayAskToJoin = (entry: Known | undefined, now: Date): boolean => {
  if (isKnown(entry)) return false
  return !entry?.declinedAt || entry.state !== 'declined' || mayRejoin(entry.declinedAt, now)
}
