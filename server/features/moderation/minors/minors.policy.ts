import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'

/** Until when proof of age is asked for. */
export const proofDeadline = (at: Date): Date =>
  new Date(at.getTime() + limits.ageProofDays * DAY_MS)

/** A suspicion ends by what a person decides, never by the clock; a suspension has an end all the same. */
export const suspensionEnd = (at: Date): Date => new Date(at.getTime() + 365 * DAY_MS)

type Standing = {
  isOpen: boolean
  wasAdult: boolean
  isStaff: boolean
  /** How many whom the same member reported wait for a decision. */
  waiting: number
}

/**
 * Whether somebody is suspended at once because they may be a minor. Not of the staff, who are
 * dismissed first. On a report alone not again, once a person found that they are of age, nor while
 * as many wait whom the same member reported: nobody empties the club within the hour.
 */
export const suspendsAtOnce = (
  { isOpen, wasAdult, isStaff, waiting }: Standing,
  isFoundByStaff: boolean,
): boolean =>
  !isStaff && !isOpen && (isFoundByStaff || (!wasAdult && waiting < limits.agesWaitingPerReporter))
