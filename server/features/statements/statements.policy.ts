import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

/** So many months later, on the same day of the calendar or the last one of that month. */
function monthsAfter(from: Date, months: number): Date {
  const to = new Date(from)
  const day = to.getUTCDate()
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(day, lastDay))
  return to
}

/** Six months from when it was made known (Art. 20 (1) DSA). */
export const appealUntil = (knownAt: Date): Date => monthsAfter(knownAt, limits.appealMonths)

type Appealable = { startsAt: string; liftedAt: string | null; appeal: unknown }

/** Why nobody can object to a statement now, or null. */
export function appealRefusal(
  { startsAt, liftedAt, appeal }: Appealable,
  now: Date,
): Extract<ErrorCode, 'already_appealed' | 'appeal_closed'> | null {
  if (appeal) return 'already_appealed'
  return liftedAt !== null || now > appealUntil(new Date(startsAt)) ? 'appeal_closed' : null
}
