import type { SubmissionLine } from '#contract/verification/review.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'

const TONES = { pending: 'lamp', verified: 'success', rejected: 'danger' } as const

export function StatusBadge({ status }: Pick<SubmissionLine, 'status'>) {
  return (
    <Badge tone={TONES[status]}>
      <Text ns="review" k={`status_${status}`} />
    </Badge>
  )
}
