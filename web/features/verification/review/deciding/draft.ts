import { limits } from '#contract/limits.ts'
import { checklist } from '#contract/verification/review.ts'
import { neededSides, type Side } from '#contract/verification/verification.ts'
import { countKept } from '#contract/words.ts'

/** What a reviewer has put down so far; kept while the list is open, so that closing loses nothing. */
export type ReviewDraft = {
  note: string
  /** What was seen may be a minor. */
  isMinor: boolean
  checks: Record<(typeof checklist)[number], boolean>
  /** The one the ticks are about. */
  birthdate: string | null
}

export const emptyDraft: ReviewDraft = {
  note: '',
  isMinor: false,
  checks: { photoMatches: false, documentValid: false, birthdateMatches: false, isAdult: false },
  birthdate: null,
}

/** Nothing is ticked of a birthdate that was corrected since. */
export const dropStaleTicks = (draft: ReviewDraft, birthdate: string | null): ReviewDraft =>
  draft.birthdate === birthdate ? draft : { ...draft, checks: emptyDraft.checks, birthdate }

/** The words outlive a reload and the end of the session; what was ticked is looked at again. */
export const keptNotes = {
  place: 'review-note',
  empty: { note: '' },
  wordsIn: ({ note }: { note: string }) => note,
}

export const isComplete = ({ checks }: ReviewDraft): boolean =>
  checklist.every((one) => checks[one])

type Asking = { sides: readonly Side[]; seen: readonly Side[]; age: number | null }

/** What stands against an approval, whatever is ticked. */
export function approvalProblem({
  sides,
  seen,
  age,
}: Asking): 'approve_gone' | 'approve_under_age' | 'approve_unseen' | null {
  if (!neededSides.every((side) => sides.includes(side))) return 'approve_gone'
  if (age !== null && age < limits.minimumAge) return 'approve_under_age'
  return neededSides.every((side) => seen.includes(side)) ? null : 'approve_unseen'
}

/** What keeps a note from being a reason. */
export function noteProblem(note: string): 'note_missing' | 'note_too_long' | null {
  const length = countKept(note)
  if (length === 0) return 'note_missing'
  return length > limits.reviewNote ? 'note_too_long' : null
}
