import { useParams } from 'react-router'
import { appealReport } from '#contract/appeals.ts'
import { ReportView } from '#web/features/reports/ReportView.tsx'
import { useAskReport, useReport } from '#web/features/reports/useReports.ts'
import { AppealPart } from '#web/features/statements/AppealPart.tsx'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/call.ts'
import { LoadFailed } from '#web/platform/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** What became of something one reported. */
export function ReportPage() {
  const { number = '' } = useParams()
  const back = { to: paths.reports, label: <Text ns="reports" k="back_list" /> }
  return (
    <Page title={number} back={back}>
      <h1>
        <Text ns="reports" k="one" values={{ number }} />
      </h1>
      <Loaded key={number} number={number} />
    </Page>
  )
}

function Loaded({ number }: { number: string }) {
  const { t } = useText('shell')
  const { data, error, isFetching, refetch } = useReport(number)
  const ask = useAskReport(number)
  if (data)
    return (
      <>
        <ReportView report={data} />
        {(data.appeal || data.outcome === 'no_breach') && (
          <AppealPart
            appeal={data.appeal}
            mayAppeal={data.mayAppeal}
            until={data.appealUntil}
            lead="appeal_report"
            send={(body) => call(appealReport, { params: { number }, body })}
            onSent={ask}
          />
        )}
      </>
    )
  if (!error)
    return (
      <div role="group" aria-busy="true" aria-label={t('loading')}>
        <Skeleton parts={['title', 'line', 'line', 'half']} />
      </div>
    )
  if (error.code === 'PGRST116') return <EmptyState title={<Text ns="reports" k="unknown" />} />
  return (
    <LoadFailed
      title={<Text ns="reports" k="failed" />}
      error={error}
      isFetching={isFetching}
      retry={refetch}
    />
  )
}
