import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { endOfDay, addMonths } from '#server/platform/lists/calendar.ts'

/** Six months, counted from the day on which it was made known: the last one counts to its end (Art. 20 (1), (2) DSA). */
export const appealDeadline = (knownAt: Date): Date =>
  endOfDay(addMonths(knownAt, limits.appealMonths))

type Appealable = { startsAt: string; liftedAt: string | null; appeal: unknown }

/** Why nobody can object to a statement now, or null. */
export function appealRefusal(
  { startsAt, liftedAt, appeal }: Appealable,
  now: Date,
): Extract<ErrorCode, 'already_appealed' | 'appeal_closed'> | null {
  if (appeal) return 'already_appealed'
  return liftedAt !== null || now > appealDeadline(new Date(startsAt)) ? 'appeal_closed' : null
}
