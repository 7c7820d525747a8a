// A room: entering it, its posts, who is there; whoever may not enter is led back and told why.
import { Suspense, useCallback, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Post } from '#contract/posts/posts.ts'
import type { enterRoom } from '#contract/rooms/rooms.ts'
import { Conversation } from '#web/features/posts/Conversation.tsx'
import { ConversationSkeleton } from '#web/features/posts/ConversationSkeleton.tsx'
import { LiveIndicator } from '#web/features/posts/LiveIndicator.tsx'
import { useFeed } from '#web/features/posts/feed/useFeed.ts'
import { usePresent, useWriting, type Here } from '#web/features/rooms/presence/usePresence.ts'
import { WhoIsHere } from '#web/features/rooms/presence/WhoIsHere.tsx'
import { WritingLine } from '#web/features/rooms/presence/WritingLine.tsx'
import { LazyReportDialog } from '#web/features/moderation/reports/LazyReportDialog.tsx'
import type { Reported } from '#web/features/moderation/reports/ReportDialog.tsx'
import { IcebreakerCard } from '#web/features/rooms/room/IcebreakerCard.tsx'
import { closeWelcome, isWelcomeClosed } from '#web/features/rooms/welcome.ts'
import { isExplained } from '#web/features/rooms/refusedEntry.ts'
import { RoomHeader, RoomHeadSkeleton } from '#web/features/rooms/room/RoomHeader.tsx'
import { useEntry } from '#web/features/rooms/useEntry.ts'
import { PostMenu, type MenuPost } from '#web/features/members/blocks/PostMenu.tsx'
import { useBlockLater } from '#web/features/members/blocks/useBlockLater.ts'
import { postAnchor } from '#web/features/posts/PostItem.tsx'
import { withTalk } from '#web/features/posts/withTalk.ts'
import { useWavesBack } from '#web/features/posts/waves/useWavesBack.ts'
import { WaveButton } from '#web/features/posts/waves/WaveButton.tsx'
import { paths } from '#web/paths.ts'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { usePlace } from '#web/platform/live/live.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useFits } from '#web/platform/shell/useFits.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { useReading } from '#web/platform/talk/useReading.ts'
import { useTellWriting } from '#web/platform/talk/useTellWriting.ts'
import { withWords } from '#web/text/i18n.ts'
import { consentWords } from '#web/text/screenWords.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { PostNotes } from '#web/pages/members/PostNotes.tsx'
import styles from './RoomPage.module.css'

/** Loaded only by members who have yet to consent. */
const consent = lazyPart(async () => {
  const part = await withWords(
    consentWords,
    import('#web/features/consent/ContentConsentDialog.tsx'),
  )
  return part.ContentConsentDialog
})

/** Loaded only by members who have not posted yet. */
const firstVisit = lazyPart(async () => {
  const part = await withWords(['welcome'], import('#web/features/rooms/FirstVisit.tsx'))
  return part.FirstVisit
})

/** Asked for under a post that was answered. */
const thread = lazyPart(
  async () => (await withTalk(import('#web/features/posts/thread/Thread.tsx'))).Thread,
)

/** Loaded only by members who waved at each other. */
const sitDown = lazyPart(async () => {
  const part = await withWords(['tables'], import('#web/features/tables/SitDown.tsx'))
  return part.SitDown
})

/** Drawn only where there is room for it, once the talk stands. */
const side = lazyPart(async () => {
  const part = await withWords(['about', 'talk'], import('./RoomSide.tsx'))
  return part.RoomSide
})

export function RoomPage() {
  const { slug = '' } = useParams()
  return <RoomScreen key={slug} slug={slug} />
}

function RoomScreen({ slug }: { slug: string }) {
  const { data, error, refetch } = useEntry(slug)
  const navigate = useNavigate()
  const enter = () => void refetch()
  const asksConsent = error?.code === 'consent_required'
  useWayBack(slug, data || asksConsent ? null : error)
  // in slices: a slow phone may be tapped on while the room is drawn
  const entry = useDeferredValue(data, null)
  const here = usePresent(slug)
  const [answered, setAnswered] = useState<Answered | null>(null)
  const hasSide = useFits('side')
  const closeThread = () => {
    setAnswered((known) => known && { ...known, isOpen: false })
    if (hasSide) focusHint(answered?.post)
  }
  const replies = answered && (
    <thread.Part
      slug={slug}
      {...answered}
      isBeside={hasSide}
      notes={(text) => <PostNotes place={slug} text={text} />}
      onClose={closeThread}
    />
  )
  return (
    <Page
      title={entry?.room.name ?? { ns: 'room', k: 'room' }}
      head="own"
      side={
        // its place is there before it, so that nothing moves
        <Suspense fallback={null}>
          {entry && (answered?.isOpen ? replies : <side.Part slug={slug} {...entry} here={here} />)}
        </Suspense>
      }
      back={{ to: paths.rooms, label: <Text ns="room" k="all_rooms" /> }}
    >
      {entry && !asksConsent ? (
        <Inside
          slug={slug}
          {...entry}
          here={here}
          onShowReplies={(post, onJump) => setAnswered({ post, onJump, isOpen: true })}
          onConsentMissing={enter}
        />
      ) : (
        <Entering />
      )}
      {!hasSide && <Suspense fallback={null}>{replies}</Suspense>}
      {asksConsent && (
        <Suspense fallback={null}>
          <consent.Part
            isOpen
            onGiven={enter}
            onDeclined={() => void navigate(paths.rooms, { replace: true })}
            returnTo={() => document.querySelector('main')}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Whose answers are read, and the way to one of them in the room. */
type Answered = { post: Post; onJump: (number: number) => Promise<void>; isOpen: boolean }

type InsideProps = AnswerOf<typeof enterRoom> & {
  slug: string
  here: Here
  onShowReplies: (post: Post, onJump: Answered['onJump']) => void
  onConsentMissing: () => void
}

function Inside(props: InsideProps) {
  const { slug, room, icebreaker, readNumber, readAt, here } = props
  const { onShowReplies, onConsentMissing } = props
  const [isWelcomed, setWelcomed] = useState(() => !props.hasYetToSpeak || isWelcomeClosed())
  const navigate = useNavigate()
  const { userId } = useMember()
  const [reported, setReported] = useState<Reported | null>(null)
  const block = useBlockLater()
  const feed = useFeed(slug)
  const portrait = feed.posts.find(({ author }) => author.id === userId)?.author.portrait
  const acts = useCallback(
    (post: Post) =>
      post.author.id !== userId && (
        <>
          <WaveButton
            slug={slug}
            post={post}
            portrait={portrait ?? null}
            mutualAct={
              <Suspense fallback={null}>
                <sitDown.Part member={post.author} look="plain" size="s" />
              </Suspense>
            }
          />
          <PostMenu post={post} onReport={(one) => setReported(reportedPost(one))} />
        </>
      ),
    [slug, userId, portrait],
  )
  usePlace(slug)
  useWavesBack(slug)
  const writers = useWriting(slug)
  const onWriting = useTellWriting(slug, here.count > 1)
  const reading = useReading(slug, { readNumber, readAt, unread: room.unread })
  // taken back in another tab, as entering again will tell
  const isUnconsented = feed.refusal?.code === 'consent_required'
  const askConsent = useEffectEvent(onConsentMissing)
  useEffect(() => {
    if (isUnconsented) askConsent()
  }, [isUnconsented])
  useWayBack(slug, isUnconsented ? null : feed.refusal)
  return (
    <div className={styles.room}>
      <RoomHeader
        room={room}
        status={
          <>
            <LiveIndicator />
            <WhoIsHere slug={slug} here={here} userId={userId} />
          </>
        }
        onLeft={() => void navigate(paths.rooms)}
      />
      <Conversation
        place={slug}
        feed={feed}
        opening={({ answer, showAnswers }) =>
          icebreaker && (
            <IcebreakerCard
              icebreaker={icebreaker}
              onAnswer={() => answer(icebreaker.id)}
              onShowAnswers={showAnswers}
            />
          )
        }
        acts={acts}
        onShowReplies={onShowReplies}
        writing={<WritingLine writers={writers} />}
        onWriting={onWriting}
        reading={reading}
        notes={(text) => <PostNotes place={slug} text={text} />}
        welcome={
          isWelcomed
            ? undefined
            : (write) => (
                <div className={styles.welcome}>
                  <Suspense fallback={null}>
                    <firstVisit.Part
                      question={icebreaker?.question ?? null}
                      hasSpoken={feed.posts.some(({ author }) => author.id === userId)}
                      onSay={write}
                      onClose={() => {
                        closeWelcome()
                        setWelcomed(true)
                        document.querySelector('main')?.focus({ preventScroll: true })
                      }}
                    />
                  </Suspense>
                </div>
              )
        }
      />
      <LazyReportDialog
        target={reported}
        onClose={() => setReported(null)}
        onBlock={({ memberId }) => block(memberId)}
        returnTo={() => document.querySelector('main')}
      />
    </div>
  )
}

/** Back to where the answers of a post were asked for. */
function focusHint(post: Post | undefined): void {
  const hint = `#${postAnchor(post?.number ?? 0)} [data-thread]`
  document.querySelector<HTMLElement>(hint)?.focus({ preventScroll: true })
}

const reportedPost = ({ id, author }: MenuPost): Reported => ({
  kind: 'post',
  id,
  memberId: author.id,
  username: author.username,
})

/** Sends a viewer who may not enter back to the rooms, where the reason is shown. */
function useWayBack(slug: string, failure: CallError | null): void {
  const navigate = useNavigate()
  const leave = useEffectEvent((error: CallError) => {
    const { code } = error
    // the session leads them there itself
    if (code === 'not_signed_in' || code === 'suspended' || code === 'terms_due') return
    const state = isExplained(code) ? { refused: { slug, code } } : null
    // left in another tab: they know
    // an address that no room can have is none of a room
    const failure = code === 'invalid_input' ? { code: 'room_not_found' } : error
    if (!state && code !== 'not_in_room')
      showToast({ title: 'room_failed', description: <ErrorText failure={failure} /> })
    void navigate(paths.rooms, { replace: true, state })
  })
  useEffect(() => {
    if (failure) leave(failure)
  }, [failure])
}

function Entering() {
  const { t } = useText('room')
  return (
    <div role="group" aria-busy="true" aria-label={t('loading_room')} className={styles.room}>
      <Text as="h1" className="visually-hidden" ns="room" k="loading_room" />
      <RoomHeadSkeleton />
      <ConversationSkeleton />
    </div>
  )
}
