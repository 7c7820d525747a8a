// One's tables: those where one sits, those where somebody waits, and those that are empty by now.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Table } from '#contract/tables/tables.ts'
import { paths } from '#web/paths.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { formatDay } from '#web/text/format.ts'
import { Recent } from '#web/platform/session/Recent.tsx'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { useTables } from './useTables.ts'
import lines from '#web/ui/Lines.module.css'
import styles from './tables.module.css'

const GROUPS = [
  { k: 'open_title', has: ({ state }: Table) => state === 'open' },
  { k: 'waiting_title', has: ({ state }: Table) => state === 'asked' || state === 'waiting' },
  { k: 'ended_title', has: ({ state }: Table) => state === 'ended' },
] as const

type Props = {
  /** The one that is shown beside them. */
  current?: string
  /** The link shown while the list is empty. */
  begin: ReactNode
}

export function TableList({ current, begin }: Props) {
  const { t } = useText('tables')
  const result = useTables()
  return (
    <QueryView
      query={result}
      isPart
      failed={<Text ns="tables" k="failed" />}
      waiting={
        <LoadingSkeleton label={t('loading')} className={`ruled-list ${lines.list}`}>
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} parts={['half', 'line']} className={lines.ghost} />
          ))}
        </LoadingSkeleton>
      }
    >
      {({ tables }) =>
        tables.length === 0 ? (
          <EmptyState title={<Text ns="tables" k="empty" />} actions={begin}>
            <Text ns="tables" k="empty_text" />
          </EmptyState>
        ) : (
          GROUPS.map(({ k, has }) => {
            const own = tables.filter(has)
            if (own.length === 0) return null
            return (
              <section key={k} aria-labelledby={k} className="stack-2">
                <Text as="h2" id={k} className="soft small" ns="tables" k={k} />
                <ul role="list" className={`ruled-list ${lines.list}`}>
                  {own.map((table) => (
                    <li key={table.id}>
                      <Line table={table} isCurrent={table.id === current} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          })
        )
      }
    </QueryView>
  )
}

function Line({ table, isCurrent }: { table: Table; isCurrent: boolean }) {
  const { id, other, state, since, endedAt, last, unread, isMyTurn } = table
  return (
    <article
      className={`${lines.line} ${lines.row} ${styles.line}`}
      data-unread={unread > 0 || undefined}
    >
      {other ? (
        <Portrait member={other} photoId={other.portrait} />
      ) : (
        <span className={styles.sign}>
          <MemberIcon name="table" />
        </span>
      )}
      <div className={lines.words}>
        <p className={styles.who}>
          <Link
            to={paths.table(id)}
            className={`stretched-link ${lines.way}`}
            aria-current={isCurrent ? 'page' : undefined}
          >
            <OtherName other={other} />
          </Link>
          <Recent at={endedAt ?? last?.at ?? since} className={lines.when} />
        </p>
        <div className={`space-between align-center ${styles.what}`}>
          <p className={`truncate soft small ${styles.last}`}>
            <LastWords {...table} />
          </p>
          {unread > 0 ? (
            <Badge tone="accent">
              <span aria-hidden="true">{unread}</span>
              <span className="visually-hidden">
                <Text ns="tables" k="unread" values={{ count: unread }} />
              </span>
            </Badge>
          ) : (
            state === 'open' &&
            isMyTurn && (
              <Badge tone="lamp">
                <Text ns="tables" k="my_turn" />
              </Badge>
            )
          )}
        </div>
      </div>
    </article>
  )
}

/** What they are called, or that they are gone. */
export const OtherName = ({ other }: { other: { username: string } | null }) =>
  other ? <span lang="">{other.username}</span> : <Text ns="tables" k="somebody" />

function LastWords({ state, last, goneAt }: Table) {
  const tongue = useScreenTongue()
  if (state === 'waiting' || state === 'asked') return <Text ns="tables" k={`line_${state}`} />
  if (state === 'ended' && goneAt)
    return <Text ns="tables" k="line_ended" values={{ day: formatDay(goneAt, tongue) }} />
  if (!last) return <Text ns="tables" k="line_none" />
  return (
    <>
      {last.isOwn && (
        <>
          <Text ns="tables" k="own_words" />{' '}
        </>
      )}
      <span lang="" dir="auto">
        {last.text}
      </span>
    </>
  )
}
