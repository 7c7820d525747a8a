import type { InputOf } from '#contract/endpoint.ts'
import { checklist, type decideSubmission } from '#contract/review.ts'

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
