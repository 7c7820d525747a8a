import type { Invitation } from '#contract/admission/invitations.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'

const TONES = { open: 'lamp', used: 'success', expired: 'plain', revoked: 'plain' } as const

export const StateBadge = ({ state }: { state: Invitation['state'] }) => (
  <Badge tone={TONES[state]}>
    <Text ns="invitations" k={`state_${state}`} />
  </Badge>
)
