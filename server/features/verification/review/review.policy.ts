import { codes } from '#contract/errors.ts'
import { isMinor } from '#contract/admission/birthdate.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { checklist, type decideSubmission } from '#contract/verification/review.ts'
import { neededSides, type Side, type ViewPurpose } from '#contract/verification/verification.ts'
import type { Submission } from './review.queries.ts'

type Decision = InputOf<typeof decideSubmission>['body']

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
  isMinor = false,
}: Decision): 'note_missing' | 'checklist_missing' | null {
  if (decision === 'rejected') return note ? null : 'note_missing'
  return !isMinor && checklist.every((point) => checked?.[point]) ? null : 'checklist_missing'
}

type Asking = Pick<Submission, 'userId' | 'birthdate' | 'files'> & {
  seen: readonly Side[]
  /** The birthdate the reviewer had before them, where their page says so. */
  compared?: string | null | undefined
}

/**
 * Whatever was ticked: nobody is verified who is gone, by documents nobody can look at or the
 * reviewer did not, by a date that was corrected since they looked, or who is a minor by it.
 */
export function approvalRefusal(
  { userId, birthdate, files, seen, compared = birthdate }: Asking,
  now: Date,
): 'PGRST116' | 'checklist_missing' | 'images_unseen' | null {
  const isThere = neededSides.every((side) => files.some((file) => file.side === side))
  if (!userId || birthdate === null || !isThere) return codes.notFound
  if (isMinor(birthdate, now) || compared !== birthdate) return 'checklist_missing'
  return neededSides.every((side) => seen.includes(side)) ? null : 'images_unseen'
}

/** What an image may be looked at for; null where it is decided and nobody said that they look again. */
export function viewPurpose(
  { status }: Pick<Submission, 'status'>,
  purpose: ViewPurpose | undefined,
): ViewPurpose | null {
  if (status === 'pending') return 'review'
  return purpose === 'second_look' ? purpose : null
}
