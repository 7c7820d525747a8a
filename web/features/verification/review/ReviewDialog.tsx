import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSubmission, type SubmissionLine } from '#contract/verification/review.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { query } from '#web/platform/api/call.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { Submission, type Desk } from './Submission.tsx'
import { useName } from '#web/features/verification/review/deciding/useName.ts'

type Props = {
  line: SubmissionLine | null
  desk: Desk
  onClose: () => void
  returnTo: () => HTMLElement | null
}

/** The window in which a submission is looked at and decided. */
export function ReviewDialog({ line, desk, onClose, returnTo }: Props) {
  const nameOf = useName()
  // keeps the submission while the window fades out
  const [shown, setShown] = useState(line)
  if (line && line !== shown) setShown(line)
  const name = shown ? nameOf(shown) : ''
  return (
    <Dialog
      size="desk"
      open={line !== null}
      onOpenChange={(open) => !open && onClose()}
      title={<Text ns="review" k="review_of" values={{ name }} />}
      returnTo={returnTo}
    >
      {shown && <Shown key={shown.id} line={shown} name={name} desk={desk} />}
    </Dialog>
  )
}

function Shown({ line, name, desk }: { line: SubmissionLine; name: string; desk: Desk }) {
  const { t } = useText('review')
  const submission = useQuery({
    ...query(getSubmission, { params: { submissionId: line.id } }),
    staleTime: 0,
    // it holds a birthdate: nothing is cached
    gcTime: 0,
  })
  return (
    <QueryView
      query={submission}
      failed={<Text ns="review" k="submission_failed" />}
      waiting={
        <LoadingSkeleton
          label={t('submission_loading')}
          parts={['brief', 'title', 'line', 'line', 'half']}
        />
      }
    >
      {(known) => <Submission submission={known} name={name} desk={desk} />}
    </QueryView>
  )
}
