import type { StaffRole } from '#contract/roles.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'

/** Who speaks for the club is known wherever their name stands. */
export const StaffBadge = ({ role }: { role: StaffRole | null }) =>
  role && (
    <Badge tone="accent">
      <Text ns="shell" k={`staff_${role}`} />
    </Badge>
  )
