import { codes } from '#contract/errors.ts'
import { listCases, type ListedCase } from '#contract/moderation/cases.ts'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { CasesBeside } from '#web/features/moderation/cases/list/CasesBeside.tsx'
import { CaseView } from '#web/features/moderation/cases/CaseView.tsx'
import { useCase, useLiveDesk } from '#web/features/moderation/cases/useDesk.ts'
import { Preview } from '#web/features/moderation/statements/Preview.tsx'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { useFits } from '#web/platform/shell/useFits.ts'
import { Text } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { AdminFrame } from './AdminPage.tsx'
import styles from './AdminPage.module.css'

/** One case of the desk; where there is room for them, the others that wait stand beside it. */
export function AdminReportPage() {
  const { caseId = '' } = useParams()
  const { data } = useCase(caseId)
  const isDesk = useFits('side')
  const [search] = useSearchParams()
  const shown = search.get('show') === 'decided' ? '?show=decided' : ''
  return (
    <AdminFrame title={data?.number ?? { ns: 'moderation', k: 'case' }}>
      <div className={isDesk ? styles.beside : undefined}>
        {isDesk && <CasesBeside current={caseId} />}
        <div className={styles.body} data-width="case">
          {!isDesk && (
            <Link to={paths.adminReports + shown} className={styles.way}>
              <Icon name="back" />
              <Text ns="moderation" k="back" />
            </Link>
          )}
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
        </div>
      </div>
    </AdminFrame>
  )
}

function Case({ caseId }: { caseId: string }) {
  const navigate = useNavigate()
  const asked = useCase(caseId)
  useLiveDesk()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const code = asked.data ? null : asked.error?.code
  if (code === codes.notFound || code === 'invalid_input')
    return <EmptyState title={<Text ns="moderation" k="case_unknown" />} />
  /** To the next one, unless somebody left meanwhile, or is writing something else here. */
  const goOn = async (number: string, isWriting: () => boolean) => {
    const next = await findNext(caseId)
    if (!next || !isHere.current || isWriting()) return
    addToast({
      title: <Text ns="moderation" k="decision_done" values={{ number }} />,
      tone: 'success',
    })
    void navigate(paths.adminReport(next))
  }
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
          onDecided={(isWriting) => void goOn(file.number, isWriting)}
        />
      )}
    </QueryView>
  )
}

/** The most urgent of the others that wait; none where nobody can say. */
async function findNext(caseId: string): Promise<string | undefined> {
  const answer = await call(listCases, { query: { state: 'open' } }).catch(() => null)
  return answer?.cases.find((one) => one.id !== caseId && isWaiting(one))?.id
}

/** One that waits for an ID waits for its member, as long as they have time. */
const isWaiting = ({ age, isOverdue }: ListedCase) => age !== 'asked' || isOverdue
