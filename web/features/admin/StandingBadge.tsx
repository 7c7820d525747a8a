import type { MemberLine } from '#contract/admin/members.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'

const TONES = {
  member: 'success',
  waiting: 'lamp',
  unconfirmed: 'plain',
  suspended: 'danger',
} as const

export const StandingBadge = ({ standing }: Pick<MemberLine, 'standing'>) => (
  <Badge tone={TONES[standing]}>
    <Text ns="house" k={`standing_${standing}`} />
  </Badge>
)
