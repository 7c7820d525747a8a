import type { Report } from '#contract/moderation/reports.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'

type Props = { report: Pick<Report, 'outcome' | 'appeal'> }

export function StateBadge({ report: { outcome, appeal } }: Props) {
  if (appeal && !appeal.decidedAt)
    return (
      <Badge tone="lamp">
        <Text ns="reports" k="state_appealed" />
      </Badge>
    )
  if (!outcome)
    return (
      <Badge tone="lamp">
        <Text ns="reports" k="state_received" />
      </Badge>
    )
  return (
    <Badge tone={outcome === 'no_breach' ? 'plain' : 'success'}>
      <Text ns="reports" k={`state_${outcome}`} />
    </Badge>
  )
}
