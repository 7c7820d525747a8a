import { ageOn } from '#contract/birthdate.ts'
import { berlinDay } from '#contract/day.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { checklist, type decideSubmission } from '#contract/review.ts'
import { neededSides } from '#contract/verification.ts'
import type { Submission } from './review.queries.ts'

type Asked = InputOf<typeof decideSubmission>['body']

/** Nobody looks at, or decides on, what they handed in themselves. */
export const ownRefusal = (
  viewer: { userId: string },
  submission: { userId: string | null },
): 'own_submission' | null => (submission.userId === viewer.userId ? 'own_submission' : null)

/** A rejection says why; an approval says that everything was looked at. */
export function decisionRefusal({
  decision,
  note,
  checklist: checked,
}: Asked): 'note_missing' | 'checklist_missing' | null {
  if (decision === 'rejected') return note ? null : 'note_missing'
  return checklist.every((point) => checked?.[point]) ? null : 'checklist_missing'
}

type Asking = Pick<Submission, 'userId' | 'birthdate' | 'files'>

/**
 * Whatever was ticked: nobody is verified who is gone, by documents nobody can look at, or who is a
 * minor by the date these are held against.
 */
export function approvalRefusal(
  { userId, birthdate, files }: Asking,
  now: Date,
): 'PGRST116' | 'checklist_missing' | null {
  const isThere = neededSides.every((side) => files.some((file) => file.side === side))
  if (!userId || birthdate === null || !isThere) return 'PGRST116'
  return ageOn(birthdate, berlinDay(now)) >= limits.minimumAge ? null : 'checklist_missing'
}
