import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'

const LEVELS = ['free', 'club', 'vip', 'paid'] as const

/** A level nobody knows, or none, is shown as Free (spec 3); whether it opens is the server's word. */
export function AccessBadge({ level }: { level: string }) {
  const known = LEVELS.find((one) => one === level) ?? 'free'
  return (
    <Badge tone={known === 'free' ? 'plain' : 'lamp'}>
      <Text ns="shell" k={`access_${known}`} />
    </Badge>
  )
}
