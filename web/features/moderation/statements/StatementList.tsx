import { Link } from 'react-router'
import type { Statement } from '#contract/moderation/statements.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Entry } from '#web/ui/Entry.tsx'
import { StatementState } from './StatementCard.tsx'

/** What was decided about a member, newest first. */
export function StatementList({ statements }: { statements: Statement[] }) {
  const { t } = useText('statements')
  if (statements.length === 0)
    return (
      <EmptyState title={<Text ns="statements" k="none" />}>
        <Text ns="statements" k="none_text" />
      </EmptyState>
    )
  return (
    <ul role="list" className="stack-3" aria-label={t('title')}>
      {statements.map((statement) => (
        <li key={statement.id}>
          <Line statement={statement} />
        </li>
      ))}
    </ul>
  )
}

function Line({ statement }: { statement: Statement }) {
  const { id, number, kind, startsAt, appeal, mayAppeal, appealUntil } = statement
  const tongue = useScreenTongue()
  return (
    <Entry
      size="s"
      title={
        <Link to={paths.statement(id)}>
          <Text ns="statements" k={kind} />
        </Link>
      }
      badges={
        <>
          <StatementState statement={statement} />
          {appeal && (
            <Badge tone={appeal.decidedAt ? 'plain' : 'lamp'}>
              <Text ns="statements" k={appeal.decidedAt ? 'is_answered' : 'is_appealed'} />
            </Badge>
          )}
        </>
      }
    >
      <p className="soft small">
        <span className="unbroken">{number}</span> · <Time at={startsAt} isDay />
      </p>
      {mayAppeal && !appeal && (
        <p className="soft small">
          <Text ns="statements" k="may_until" values={{ day: formatDay(appealUntil, tongue) }} />
        </p>
      )}
    </Entry>
  )
}
