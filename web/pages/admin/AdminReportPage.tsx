// The page of one case for staff; once it is decided, the most urgent of the others that wait opens.
import { codes } from '#contract/errors.ts'
import { listCases, type ListedCase } from '#contract/moderation/cases.ts'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { CasesBeside } from '#web/features/moderation/cases/list/CasesBeside.tsx'
import { CaseView } from '#web/features/moderation/cases/CaseView.tsx'
import { HeldDecisions } from '#web/features/moderation/cases/holding/HeldDecisions.tsx'
import { findDecision, isMade } from '#web/features/moderation/cases/holding/held.ts'
import { useCase, useLiveDesk } from '#web/features/moderation/cases/useDesk.ts'
import { Preview } from '#web/features/moderation/statements/Preview.tsx'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { useFits } from '#web/platform/shell/useFits.ts'
import { Text } from '#web/text/Text.tsx'
import { focusIfLost } from '#web/ui/behaviour/passFocusOn.ts'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
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
  const title = useRef<HTMLHeadingElement>(null)
  const first = useRef(caseId)
  // the next one opened by itself, and what had the focus is gone
  useEffect(() => {
    if (caseId !== first.current) focusIfLost(title.current)
  }, [caseId])
  return (
    <AdminFrame title={data?.number ?? { ns: 'moderation', k: 'case' }}>
      <HeldDecisions />
      <div className={isDesk ? styles.beside : undefined}>
        {isDesk && <CasesBeside current={caseId} />}
        <div className={`stack-4 ${styles.body}`} data-width="case">
          {!isDesk && (
            <Link
              to={paths.adminReports + shown}
              className={`soft small at-start ink-on-hover tall-link-2 ${styles.way}`}
            >
              <Icon name="back" />
              <Text ns="moderation" k="back" />
            </Link>
          )}
          <h1 ref={title}>
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
  const result = useCase(caseId)
  useLiveDesk()
  const isHere = useStillHere()
  const code = result.data ? null : result.error?.code
  if (code === codes.notFound || code === 'invalid_input')
    return <EmptyState title={<Text ns="moderation" k="case_unknown" />} />
  /** To the next one, unless somebody left meanwhile, is writing something else here, or took it back. */
  const goOn = async (number: string, isWriting: () => boolean, isHeld: boolean) => {
    const next = await findNext(caseId)
    if (!next || !isHere() || isWriting() || isHeld !== isGone({ id: caseId })) return
    if (!isHeld)
      addToast({
        title: <Text ns="moderation" k="decision_done" values={{ number }} />,
        tone: 'success',
      })
    void navigate(paths.adminReport(next))
  }
  return (
    <QueryView
      query={result}
      failed={<Text ns="moderation" k="case_failed" />}
      waiting={<LoadingSkeleton parts={['title', 'line', 'line', 'half']} />}
    >
      {(file) => (
        <CaseView
          file={file}
          preview={(said) => <Preview said={said} />}
          onMoved={(id) => {
            if (isHere()) void navigate(paths.adminReport(id), { replace: true })
          }}
          onDecided={(isWriting, isHeld) => void goOn(file.number, isWriting, isHeld)}
        />
      )}
    </QueryView>
  )
}

/** The most urgent of the others that wait; none where nobody can say. */
async function findNext(caseId: string): Promise<string | undefined> {
  const answer = await call(listCases, { query: { state: 'open' } }).catch(() => null)
  return answer?.cases.find((one) => one.id !== caseId && isWaiting(one) && !isGone(one))?.id
}

/** The viewer has decided it, and the club does not know yet. */
function isGone({ id }: Pick<ListedCase, 'id'>): boolean {
  const decision = findDecision(id)
  return decision !== undefined && isMade(decision)
}

/** One that waits for an ID waits for its member, as long as they have time. */
const isWaiting = ({ age, isOverdue }: ListedCase) => age !== 'asked' || isOverdue
