import { countDays, dayNumber, lastMomentOfDay } from '#server/platform/lists/calendar.ts'
import { deriveId } from '#server/platform/lists/derivedId.ts'
import type { Payment } from '#server/features/billing/subscriptions/machine/subscription.state.ts'

type Span = { start: Date; end: Date }

const isWithin = (at: Date, { start, end }: Span): boolean => start <= at && at < end

/** The ends of days in Berlin that a suspension took by itself: at none of them another kept its member out. */
export const listLostDays = ({ start, end }: Span, others: readonly Span[]): Date[] =>
  Array.from({ length: Math.max(0, countDays(start, end)) }, (_, n) =>
    lastMomentOfDay(dayNumber(start) + n),
  ).filter((day) => !others.some((other) => isWithin(day, other)))

/** What those of them that were paid for cost, in the payer's favour to the cent. */
export function costOfDays({ term, cents, agreedCents }: Payment, days: readonly Date[]): number {
  if (!term) return 0
  const lost = days.filter((day) => isWithin(day, term)).length
  return Math.ceil((Math.min(cents, agreedCents) * lost) / countDays(term.start, term.end))
}

/** The refund of what a suspension took of the month of a payment: it is asked for once. */
export const lostDaysId = (statementId: string, paymentId: string): string =>
  deriveId(`lost days ${statementId} ${paymentId}`)
