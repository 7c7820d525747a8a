import type { DecisionKind } from '#contract/moderation/cases.ts'
import type { Urgency } from '#contract/moderation/caseFile.ts'
import type { ReportOutcome } from '#contract/moderation/reports.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'

/** Hours until a decision is due; whatever is not named here has three days (control D-07). */
const HOURS: Record<string, 1 | 4> = { minor: 1, threat: 1, intimate: 4, doxxing: 4 }
export const deadlineHours = (reason: string): 1 | 4 | 72 => HOURS[reason] ?? 72

export const toUrgency = (hours: number): Urgency =>
  hours === 1 ? 'hour' : hours === 4 ? 'hours' : 'days'

export const caseDueDate = (hours: number, since: Date): Date =>
  new Date(since.getTime() + hours * HOUR_MS)

type Waiting = { reason: string; receivedAt: string }

/** How urgent a case is, and when it is due, whose age waits for proof: whatever else is in it waits for nothing. */
export function remainingUrgency(
  others: readonly Waiting[],
  proofDueAt: Date,
): { hours: 1 | 4 | 72; dueAt: Date } {
  const hours = others.map(({ reason }) => deadlineHours(reason))
  const dues = others.map(({ reason, receivedAt }) =>
    caseDueDate(deadlineHours(reason), new Date(receivedAt)).getTime(),
  )
  const least = ([1, 4] as const).find((one) => hours.includes(one)) ?? 72
  return { hours: least, dueAt: new Date(Math.min(proofDueAt.getTime(), ...dues)) }
}

/** What the reporter reads. */
export function toOutcome(
  decision: DecisionKind | null,
  isUnfounded: boolean,
): ReportOutcome | null {
  if (!decision) return null
  if (isUnfounded || decision === 'no_breach') return 'no_breach'
  return decision === 'remove' ? 'removed' : 'acted'
}

/**
 * Reports somebody made that were manifestly unfounded: after so many they are warned, and after so
 * many more since then they cannot report for so many days (Art. 23 (2) DSA). What counts is what
 * people decided; how many report somebody counts for nothing.
 */
export const misuse = { warnAfter: 3, limitAfter: 2, days: 30, within: 365 }

export function misuseMeasure(counts: {
  unfounded: number
  unfoundedSinceWarning: number
  isWarned: boolean
  isLimited: boolean
}): 'reporting_warning' | 'reporting_limit' | null {
  const { unfounded, unfoundedSinceWarning, isWarned, isLimited } = counts
  if (!isWarned) return unfounded >= misuse.warnAfter ? 'reporting_warning' : null
  return !isLimited && unfoundedSinceWarning >= misuse.limitAfter ? 'reporting_limit' : null
}
