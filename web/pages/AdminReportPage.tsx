import { useNavigate, useParams } from 'react-router'
import { CaseView } from '#web/features/desk/CaseView.tsx'
import { useCase, useLiveDesk } from '#web/features/desk/useDesk.ts'
import { Preview } from '#web/features/statements/Preview.tsx'
import { paths } from '#web/paths.ts'
import { LoadFailed } from '#web/platform/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

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
          <Text ns="moderation" k="case_number" values={{ number: data.number }} />
        ) : (
          <Text ns="moderation" k="case" />
        )}
      </h1>
      <Loaded key={caseId} caseId={caseId} />
    </Page>
  )
}

function Loaded({ caseId }: { caseId: string }) {
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useCase(caseId)
  useLiveDesk()
  if (data)
    return (
      <CaseView
        file={data}
        preview={(said) => <Preview said={said} />}
        onMoved={(id) => void navigate(paths.adminReport(id), { replace: true })}
      />
    )
  if (!error)
    return (
      <div aria-busy="true">
        <Skeleton parts={['title', 'line', 'line', 'half']} />
      </div>
    )
  if (error.code === 'PGRST116' || error.code === 'invalid_input')
    return <EmptyState title={<Text ns="moderation" k="case_unknown" />} />
  return (
    <LoadFailed
      title={<Text ns="moderation" k="case_failed" />}
      error={error}
      isFetching={isFetching}
      retry={refetch}
    />
  )
}
