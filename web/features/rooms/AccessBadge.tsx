import type { AccessLevel } from '#contract/rooms.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'

/** A level nobody knows is shown as Free (spec 3); whether it opens is the server's word. */
export function AccessBadge({ level }: { level: AccessLevel }) {
  const known = level === 'unknown' ? 'free' : level
  return (
    <Badge tone={known === 'free' ? 'plain' : 'lamp'}>
      <Text ns="rooms" k={`access_${known}`} />
    </Badge>
  )
}
