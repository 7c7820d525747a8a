// Where a member hands in an identity document or takes it back, and reads what became of it.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { VerificationStatus } from '#contract/accounts/session.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getVerification } from '#contract/verification/verification.ts'
import { OtherWays } from '#web/features/verification/upload/OtherWays.tsx'
import { ReceiptsCard, ViewsCard } from '#web/features/verification/Records.tsx'
import { StatusCard } from '#web/features/verification/StatusCard.tsx'
import { Submission } from '#web/features/verification/Submission.tsx'
import { Welcome } from '#web/features/verification/Welcome.tsx'
import { WithdrawButton } from '#web/features/verification/WithdrawButton.tsx'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import type { WelcomeState } from '#web/platform/session/returnPath.ts'
import {
  sessionQuery,
  SUSPENDED_LOOK_MS,
  useMember,
  useSession,
} from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import styles from './VerifyPage.module.css'

export function VerifyPage() {
  const { isAdmitted } = useMember()
  // where somebody has to be let in first, no room is open to them yet
  const isFirstTime = (useLocation().state as WelcomeState | null)?.isWelcome && isAdmitted
  const toRooms = <Text ns="verify" k="to_rooms" />
  return (
    <Page
      language="de"
      title={{ ns: 'verify', k: 'title' }}
      {...(!isFirstTime && { back: { to: paths.rooms, label: toRooms } })}
    >
      {isFirstTime && (
        <Welcome>
          <Button render={<Link to={paths.rooms} />}>{toRooms}</Button>
        </Welcome>
      )}
      <header className={`stack-2 ${styles.head}`}>
        <Text as="h1" ns="verify" k="title" />
        <Text as="p" ns="verify" k="lead" />
      </header>
      <State isFirstTime={isFirstTime === true} />
    </Page>
  )
}

function State({ isFirstTime }: { isFirstTime: boolean }) {
  const isSuspended = useMember().suspension !== null
  const looking = isSuspended && { refetchInterval: SUSPENDED_LOOK_MS }
  useQuery({ ...sessionQuery, ...looking })
  const result = useQuery({ ...query(getVerification, {}), staleTime: 0, ...looking })
  const { error, refetch } = result
  // a decision changes which rooms are open, and that is told at once, but to who is suspended: they look
  useLiveEvents((event) => {
    if (event.type === 'rooms') void refetch()
  })
  useEffect(() => {
    if (!error) return
    const description = <Text ns="toast" k="verification_status_failed_detail" />
    showToast({ title: 'error_de', description })
  }, [error])

  return (
    <QueryView
      query={result}
      hasToast
      failed={<Text ns="toast" k="verification_status_failed_detail" />}
      waiting={
        <Card aria-busy="true">
          <Skeleton parts={['title', 'line', 'half']} />
        </Card>
      }
    >
      {(known) => <Known state={known} isFirstTime={isFirstTime} />}
    </QueryView>
  )
}

const isUnproved = (status: VerificationStatus) => status === 'none' || status === 'rejected'

type KnownProps = { state: AnswerOf<typeof getVerification>; isFirstTime: boolean }

function Known({ state, isFirstTime }: KnownProps) {
  // a member asked for their age shows it once more
  const isAsked = useSession().session?.suspension?.ageProofBy !== undefined
  const isOpen = isAsked ? state.status !== 'pending' : isUnproved(state.status)
  return (
    <>
      <StatusCard data={state}>
        {isOpen && <Submission look={isFirstTime ? 'quiet' : 'primary'} />}
        {state.status === 'pending' && <WithdrawButton />}
      </StatusCard>
      {isOpen && <OtherWays />}
      <ViewsCard views={state.views} />
      <ReceiptsCard receipts={state.receipts} />
    </>
  )
}
