// Open or decided cases at the desk, each with its urgency, when it is due, about whom and what it is.
import { useId } from 'react'
import type { ListedCase } from '#contract/moderation/cases.ts'
import { Link } from 'react-router'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Clock } from './Clock.tsx'
import { caseAddress, ReportedWords, useReasons, CaseOrigin } from './listedCase.tsx'
import { UrgencyBadge } from './UrgencyBadge.tsx'
import type { useCases, CaseState } from '#web/features/moderation/cases/useDesk.ts'
import styles from './list.module.css'

type Props = { list: ReturnType<typeof useCases>; shown: CaseState }

export function CaseList({ list, shown }: Props) {
  const { t } = useText('moderation')
  return (
    <PagedList
      list={list}
      failed={<Text ns="moderation" k="failed" />}
      empty={
        <EmptyState title={<Text ns="moderation" k={`none_${shown}`} />}>
          <Text ns="moderation" k={`none_${shown}_text`} />
        </EmptyState>
      }
    >
      {(lines) => (
        <ol className={styles.rows} aria-label={t('cases')}>
          {lines.map((line) => (
            <li key={line.id}>
              <Line line={line} />
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  )
}

function Line({ line }: { line: ListedCase }) {
  const { number, dueAt, state, username, targets, reports, words } = line
  const reasons = useReasons(line)
  const { t } = useText('moderation')
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className={styles.row}
      data-late={line.isOverdue || undefined}
      data-urgency={state === 'open' ? line.urgency : undefined}
    >
      <p className={`tabular soft small unbroken ${styles.clock}`}>
        {state === 'open' && <Clock dueAt={dueAt} />}
        {line.decidedAt && <Time at={line.decidedAt} isDay />}
      </p>
      <div className={styles.what}>
        <h2 id={titleId} className={`truncate soft ${styles.title}`}>
          <Link to={caseAddress(line)}>
            {number}
            {username !== null && (
              <>
                {': '}
                <span lang="">{username}</span>
              </>
            )}
          </Link>
        </h2>
        <ReportedWords words={words} />
        <p className={`truncate soft ${styles.reason}`}>
          {reasons}
          {' · '}
          <Text ns="moderation" k="reports" values={{ count: reports }} />
          {targets.length > 0 && ` · ${targets.map((kind) => t(kind)).join(', ')}`}
          <CaseOrigin {...line} />
          {username === null && (
            <>
              {' · '}
              <Text ns="moderation" k="unknown_member" />
            </>
          )}
        </p>
      </div>
      <p className={styles.badges}>
        {state === 'open' && <UrgencyBadge urgency={line.urgency} />}
        {line.isTrusted && (
          <Badge tone="accent">
            <Text ns="moderation" k="trusted" />
          </Badge>
        )}
        {line.age && (
          <Badge tone="danger">
            <Text ns="moderation" k={`age_${line.age}`} />
          </Badge>
        )}
        {line.awaitsSecond && (
          <Badge tone="lamp">
            <Text ns="moderation" k="awaits_second" />
          </Badge>
        )}
        {line.decision && (
          <Badge tone={line.decision === 'no_breach' ? 'plain' : 'success'}>
            <Text ns="moderation" k={line.decision} />
          </Badge>
        )}
      </p>
    </article>
  )
}
