import { codes } from '#contract/errors.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { Viewer } from '#server/platform/context.ts'

/**
 * Why an account may not give invitations, or null: members in good standing do, that is admitted,
 * not suspended (the endpoint's access sees to that) and with an address known to be theirs.
 */
export function givingRefusal(
  { isAdmitted }: Pick<Viewer, 'isAdmitted'>,
  { isConfirmed, mustConfirm }: { isConfirmed: boolean; mustConfirm: boolean },
): 'not_admitted' | '42501' | null {
  if (!isAdmitted) return 'not_admitted'
  return mustConfirm && !isConfirmed ? codes.forbidden : null
}

export const addDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)
