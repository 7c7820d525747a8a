// The profile of a member: others read it, note, block or report; its owner sees what it still lacks.
import { codes } from '#contract/errors.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { limits } from '#contract/limits.ts'
import { getMember } from '#contract/members/profiles.ts'
import { MissingPieces, OwnPageHead } from '#web/features/members/MissingPieces.tsx'
import { MemberView } from '#web/features/members/MemberView.tsx'
import { Together, useTogether } from '#web/features/posts/people/Together.tsx'
import { LazyReportDialog } from '#web/features/moderation/reports/LazyReportDialog.tsx'
import type { Reported } from '#web/features/moderation/reports/ReportDialog.tsx'
import { MemberMenu } from '#web/features/members/blocks/MemberMenu.tsx'
import { useBlockLater } from '#web/features/members/blocks/useBlockLater.ts'
import { PrivateNote } from '#web/features/members/notes/PrivateNote.tsx'
import { FirstWords } from './FirstWords.tsx'
import { paths } from '#web/paths.ts'
import { LoadFailed } from '#web/platform/lists/LoadFailed.tsx'
import { query, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useRefetchOnChange } from '#web/platform/live/useAskAgain.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { withWords } from '#web/text/i18n.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import styles from './MemberPage.module.css'

/** Loaded only by admins. */
const endSessions = lazyPart(async () => {
  const part = await withWords(
    ['factors', 'rights'],
    import('#web/features/privacy/requests/EndSessions.tsx'),
  )
  return part.EndSessions
})

export function MemberPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const isHere = useStillHere(id)
  const { userId, isAdmin } = useMember()
  const block = useBlockLater()
  const [reported, setReported] = useState<Reported | null>(null)
  const menu = useRef<HTMLButtonElement>(null)
  /** Where a report was begun; by the time its window is gone, what it was about is, too. */
  const begun = useRef<HTMLElement | null>(null)
  const report = (what: Reported) => {
    begun.current = what.kind === 'profile' ? menu.current : null
    setReported(what)
  }
  const member = query(getMember, { params: { memberId: id } })
  // whom one looked at today is not counted again
  const together = useTogether(id)
  const { data: known, error, isFetching, refetch } = useQuery({ ...member, staleTime: 0 })
  useRefetchOnChange(member.queryKey)
  const data = isGone(error) ? undefined : known
  const isFailed = !data && error !== null && !isGone(error) && !isEnough(error)
  useEffect(() => {
    if (isFailed) showToast({ title: 'profile_failed', description: <ErrorText failure={error} /> })
  }, [isFailed, error])

  return (
    <Page
      title={data?.username ?? { ns: 'profile', k: 'member_title' }}
      back={{ to: paths.rooms, label: <Text ns="profile" k="back" /> }}
    >
      {data?.id === userId && <OwnPageHead />}
      {data && (
        <MemberView
          key={id}
          member={data}
          acts={
            data.id !== userId && (
              <FirstWords member={data} together={together}>
                <MemberMenu
                  member={data}
                  opener={menu}
                  onReport={() =>
                    report({ kind: 'profile', id, memberId: id, username: data.username })
                  }
                  onBlocked={() => isHere() && void navigate(paths.rooms)}
                />
              </FirstWords>
            )
          }
          {...(data.id !== userId && {
            onReportPhoto: (photoId: string) =>
              report({ kind: 'photo', id: photoId, memberId: id, username: data.username }),
          })}
        />
      )}
      {data && data.id !== userId && <PrivateNote key={`note ${id}`} memberId={id} />}
      {data?.id === userId && (
        <MissingPieces
          member={data}
          hasAnswered={together.data && together.data.answers.length > 0}
        />
      )}
      {data && <Together together={together} username={data.username} isOwn={data.id === userId} />}
      <LazyReportDialog
        target={reported}
        onClose={() => setReported(null)}
        onBlock={({ memberId }) => block(memberId)}
        returnTo={() => begun.current ?? document.querySelector('main')}
      />
      {data && isAdmin && data.id !== userId && (
        <Suspense fallback={<p className={styles.coming} />}>
          <endSessions.Part key={id} member={data} />
        </Suspense>
      )}
      {!data && <Text as="h1" className="visually-hidden" ns="profile" k="member_title" />}
      {!data && !error && <Loading />}
      {!data && isGone(error) && <Gone />}
      {!data && isEnough(error) && <Enough seconds={error?.body?.retryAfter ?? 0} />}
      {isFailed && (
        <LoadFailed
          hasToast
          title={<Text ns="toast" k="profile_failed" />}
          error={error}
          isFetching={isFetching}
          retry={refetch}
        />
      )}
    </Page>
  )
}

/** A link that was cut short names nobody either. */
const isGone = (error: CallError | null) =>
  error?.code === codes.notFound || error?.code === 'invalid_input'

const isEnough = (error: CallError | null) => error?.code === 'too_many_attempts'

function Enough({ seconds }: { seconds: number }) {
  const count = Math.max(1, Math.ceil(seconds / 3600))
  return (
    <EmptyState title={<Text ns="profile" k="member_enough" />} actions={<ToRooms />}>
      <Text ns="profile" k="member_enough_text" values={{ count, budget: limits.profilesPerDay }} />
    </EmptyState>
  )
}

const ToRooms = () => (
  <Button render={<Link to={paths.rooms} />}>
    <Text ns="profile" k="to_rooms" />
  </Button>
)

function Gone() {
  return (
    <EmptyState title={<Text ns="profile" k="member_gone" />} actions={<ToRooms />}>
      <Text ns="profile" k="member_gone_text" />
    </EmptyState>
  )
}

function Loading() {
  const { t } = useText('profile')
  return (
    <LoadingSkeleton label={t('loading')} className={styles.loading}>
      <Skeleton className={styles.portrait} />
      <Skeleton parts={['title', 'brief', 'line', 'half']} className={styles.words} />
    </LoadingSkeleton>
  )
}
