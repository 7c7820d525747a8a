import type { Statement } from '#contract/moderation/statements.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Sheet } from './Sheet.tsx'
import styles from './statements.module.css'

/** One statement in full. */
export function StatementCard({ statement }: { statement: Statement }) {
  const { number } = statement
  return (
    <Card aria-labelledby="statement">
      <header className={`toolbar-1 ${styles.head}`}>
        <h2 id="statement">{number}</h2>
        <StatementState statement={statement} />
      </header>
      <Sheet statement={statement} />
    </Card>
  )
}

type Props = { statement: Pick<Statement, 'kind' | 'endsAt' | 'liftedAt'> }

/** Whether it still holds; what was removed or said once neither holds nor ends. */
export function StatementState({ statement: { kind, endsAt, liftedAt } }: Props) {
  const now = useNow()
  if (liftedAt)
    return (
      <Badge tone="success">
        <Text ns="statements" k="is_lifted" />
      </Badge>
    )
  if (kind === 'removal' || kind.endsWith('warning')) return null
  const isOver = endsAt !== null && Date.parse(endsAt) <= now.getTime()
  return (
    <Badge tone={isOver ? 'plain' : 'danger'}>
      <Text ns="statements" k={isOver ? 'is_over' : 'is_in_force'} />
    </Badge>
  )
}
