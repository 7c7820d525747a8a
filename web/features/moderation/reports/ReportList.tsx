import { Link } from 'react-router'
import type { Report } from '#contract/moderation/reports.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Entry } from '#web/ui/Entry.tsx'
import { StateBadge } from './StateBadge.tsx'
import { useReports } from './useReports.ts'

/** What somebody has reported so far, newest first. */
export function ReportList() {
  const { t } = useText('reports')
  const list = useReports()
  const { lines, limitedUntil } = list
  return (
    <>
      {lines && limitedUntil && <Limited until={limitedUntil} />}
      <PagedList
        list={list}
        failed={<Text ns="reports" k="failed" />}
        empty={
          <EmptyState title={<Text ns="reports" k="none" />}>
            <Text ns="reports" k="none_text" />
          </EmptyState>
        }
        more={<Text ns="reports" k="more" />}
      >
        {(reports) => (
          <ul role="list" className="stack-3" aria-label={t('title')}>
            {reports.map((report) => (
              <li key={report.number}>
                <Line report={report} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function Line({ report: { number, reason, targetKind, receivedAt, ...rest } }: { report: Report }) {
  return (
    <Entry
      size="s"
      title={<Link to={paths.report(number)}>{number}</Link>}
      badges={<StateBadge report={rest} />}
    >
      <Text as="p" ns="reports" k={reason} />
      <p className="soft small">
        <Text ns="reports" k={targetKind} /> · <Time at={receivedAt} isDay />
      </p>
    </Entry>
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
