import type { InputOf } from '#contract/endpoint.ts'
import { checklist, neededSides, type decideSubmission } from '#contract/review.ts'
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

/** Whatever was ticked: nobody is verified who is gone, or by documents nobody can look at. */
export function approvalRefusal({
  userId,
  files,
}: Pick<Submission, 'userId' | 'files'>): 'PGRST116' | null {
  const isThere = neededSides.every((side) => files.some((file) => file.side === side))
  return userId && isThere ? null : 'PGRST116'
}
