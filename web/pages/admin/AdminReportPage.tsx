import { codes } from '#contract/errors.ts'
import { useNavigate, useParams } from 'react-router'
import { CaseView } from '#web/features/moderation/cases/CaseView.tsx'
import { useCase, useLiveDesk } from '#web/features/moderation/cases/useDesk.ts'
import { Preview } from '#web/features/moderation/statements/Preview.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

/** One case of the desk. */
export function AdminReportPage() {
  const { caseId = '' } = useParams()
  const { data } = useCase(caseId)
  const back = { to: paths.adminReports, label: <Text ns="moderation" k="back" /> }
  return (
    <Page
      language="de"
      title={data?.number ?? { ns: 'moderation', k: 'case' }}
      width="wide"
      back={back}
    >
      <h1>
        {data ? (
          <Text
            ns="moderation"
            k="case_number"
            values={{ number: data.number }}
            unbroken={data.number}
          />
        ) : (
          <Text ns="moderation" k="case" />
        )}
      </h1>
      <Case key={caseId} caseId={caseId} />
    </Page>
  )
}

function Case({ caseId }: { caseId: string }) {
  const navigate = useNavigate()
  const asked = useCase(caseId)
  useLiveDesk()
  const code = asked.data ? null : asked.error?.code
  if (code === codes.notFound || code === 'invalid_input')
    return <EmptyState title={<Text ns="moderation" k="case_unknown" />} />
  return (
    <QueryView
      asked={asked}
      failed={<Text ns="moderation" k="case_failed" />}
      waiting={<LoadingSkeleton parts={['title', 'line', 'line', 'half']} />}
    >
      {(file) => (
        <CaseView
          file={file}
          preview={(said) => <Preview said={said} />}
          onMoved={(id) => void navigate(paths.adminReport(id), { replace: true })}
        />
      )}
    </QueryView>
  )
}
