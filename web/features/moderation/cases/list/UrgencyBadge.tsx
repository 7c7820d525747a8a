import type { Urgency } from '#contract/moderation/caseFile.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'

const TONES = { hour: 'danger', hours: 'lamp', days: 'plain' } as const

export const UrgencyBadge = ({ urgency }: { urgency: Urgency }) => (
  <Badge tone={TONES[urgency]}>
    <Text ns="moderation" k={`urgency_${urgency}`} />
  </Badge>
)
