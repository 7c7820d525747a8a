import type { Report } from '#contract/reports.ts'
import { paths } from '#web/paths.ts'
import { LoadFailed } from '#web/platform/LoadFailed.tsx'
import { formatDay, formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StateBadge } from './StateBadge.tsx'
import { useReports } from './useReports.ts'
import styles from './reports.module.css'

/** What somebody has reported so far, newest first. */
export function ReportList() {
  const { t } = useText('reports')
  const { t: shell } = useText('shell')
  const list = useReports()
  const { reports, error, limitedUntil } = list
  if (!reports && error)
    return (
      <LoadFailed
        title={<Text ns="reports" k="failed" />}
        error={error}
        isFetching={list.isFetching}
        retry={list.retry}
      />
    )
  if (!reports)
    return (
      <div role="group" aria-busy="true" aria-label={shell('loading')} className={styles.list}>
        <Skeleton tall />
        <Skeleton tall />
      </div>
    )
  return (
    <>
      {limitedUntil && <Limited until={limitedUntil} />}
      {reports.length === 0 && (
        <EmptyState title={<Text ns="reports" k="none" />}>
          <Text ns="reports" k="none_text" />
        </EmptyState>
      )}
      {reports.length > 0 && (
        <ul role="list" className={styles.list} aria-label={t('title')}>
          {reports.map((report) => (
            <li key={report.number}>
              <Line report={report} />
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button
          look="quiet"
          className={styles.more}
          pending={list.isLoadingMore}
          onClick={list.showMore}
        >
          <Text ns="reports" k="more" />
        </Button>
      )}
    </>
  )
}

function Line({ report: { number, reason, targetKind, receivedAt, ...rest } }: { report: Report }) {
  const tongue = useScreenTongue()
  return (
    <article className={styles.line} aria-labelledby={number}>
      <header className={styles.head}>
        <h2 id={number}>
          <Link to={paths.report(number)}>{number}</Link>
        </h2>
        <StateBadge report={rest} />
      </header>
      <p>
        <Text ns="reports" k={reason} />
      </p>
      <p className={styles.soft}>
        <Text ns="reports" k={targetKind} /> ·{' '}
        <time dateTime={receivedAt}>{formatDay(receivedAt, tongue)}</time>
      </p>
    </article>
  )
}

function Limited({ until }: { until: string }) {
  const tongue = useScreenTongue()
  return (
    <Notice tone="danger" announced={false}>
      <p>
        <Text ns="reports" k="limited_until" values={{ when: formatMoment(until, tongue) }} />{' '}
        <Link to={paths.statements}>
          <Text ns="reports" k="limited_why" />
        </Link>
      </p>
    </Notice>
  )
}
