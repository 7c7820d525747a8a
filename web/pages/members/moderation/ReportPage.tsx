import { codes } from '#contract/errors.ts'
import { useParams } from 'react-router'
import { appealReport } from '#contract/moderation/appeals.ts'
import { ReportView } from '#web/features/moderation/reports/ReportView.tsx'
import { useAskReport, useReport } from '#web/features/moderation/reports/useReports.ts'
import { AppealPart } from '#web/features/moderation/statements/AppealPart.tsx'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

/** The state of a report one made, and the way to appeal. */
export function ReportPage() {
  const { number = '' } = useParams()
  const back = { to: paths.reports, label: <Text ns="reports" k="back_list" /> }
  return (
    <Page title={number} back={back}>
      <Text as="h1" ns="reports" k="one" values={{ number }} unbroken={number} />
      <Asked key={number} number={number} />
    </Page>
  )
}

function Asked({ number }: { number: string }) {
  const result = useReport(number)
  const ask = useAskReport(number)
  const { userId } = useMember()
  if (!result.data && result.error?.code === codes.notFound)
    return <EmptyState title={<Text ns="reports" k="unknown" />} />
  return (
    <QueryView
      query={result}
      failed={<Text ns="reports" k="failed" />}
      waiting={<LoadingSkeleton parts={['title', 'line', 'line', 'half']} />}
    >
      {(report) => (
        <>
          <ReportView report={report} />
          {(report.appeal || report.outcome === 'no_breach') && (
            <AppealPart
              appeal={report.appeal}
              mayAppeal={report.mayAppeal}
              until={report.appealUntil}
              lead="appeal_report"
              draft={{ userId, place: `appeal.${number}` }}
              send={(body) => call(appealReport, { params: { number }, body })}
              onSent={ask}
            />
          )}
        </>
      )}
    </QueryView>
  )
}
