// The posts of a room or table, newest first: those of the server, and one's own that are still on their way.
import { Suspense, useEffect, useRef, useState } from 'react'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { optimisticPost } from '#web/features/posts/feed/optimisticPost.ts'
import { isContinuing, postAnchor, PostItem } from './PostItem.tsx'
import { ComingPosts, Posts, type Drawn } from './Posts.tsx'
import { toDay } from '#web/text/format.ts'
import { scrollTo } from '#web/features/posts/feed/scrollTo.ts'
import type { useFeed } from '#web/features/posts/feed/useFeed.ts'
import {
  useIsAtTop,
  useNewPostsAnnouncement,
} from '#web/features/posts/feed/useNewPostsAnnouncement.ts'
import { findTable } from '#web/platform/talk/place.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { withTalk } from './withTalk.ts'
import styles from './PostList.module.css'

/** Fetched with the first sign that somebody is there to post. */
const status = lazyPart(
  async () => (await withTalk(import('./composer/OutgoingStatus.tsx'))).OutgoingStatus,
)

/** So many posts may gather while the reader stays at the newest; then the oldest go. */
const MOST_SHOWN = 200
const KEPT = 100

export type ListProps = Drawn & {
  place: string
  feed: ReturnType<typeof useFeed>
  /** Missing where nothing more can be said. */
  onEdit: ((entry: Outgoing) => void) | undefined
}

/** The conversation, newest first: what the server has, under what is still on its way there. */
export function PostList(props: ListProps) {
  const { posts } = props.feed
  const head = useRef<HTMLDivElement>(null)
  const isAtTop = useIsAtTop(head)
  const { said, unseen, nothing, ...drawn } = useTalk(props, isAtTop)
  return (
    <section {...drawn.section}>
      <div ref={head} className={styles.head} />
      {said}
      {unseen > 0 && (
        <Button
          size="s"
          className={styles.pill}
          icon={<MemberIcon name="forward" />}
          onClick={() => {
            scrollTo(head.current)
            // what was pressed goes
            document.getElementById(postAnchor(posts[0]!.number))?.focus({ preventScroll: true })
          }}
        >
          <Text ns="posts" k="new_posts" values={{ count: unseen }} />
        </Button>
      )}

      {nothing}
      <Posts
        {...props}
        posts={posts}
        isSteady={!isAtTop}
        isLive
        above={drawn.leaving.at(-1)}
        onTheirWay={drawn.onTheirWay}
      />
      {posts.length > 0 && <EarlierButton feed={props.feed} />}
    </section>
  )
}

/** What a list of the newest posts shows, whichever of them stands on top. `isWithNewest`: whether the reader is where they come. */
export function useTalk(props: ListProps, isWithNewest: boolean, isNewestLast = false) {
  const { place, feed, member, onEdit, jumping } = props
  const { reader, posts, phase } = feed
  const { outbox, outgoing } = useOutbox()
  useEffect(() => {
    if (outbox) void status.preload()
  }, [outbox])
  const today = toDay(useNow())
  const { found, isLooking } = jumping
  // on the way to an old post, which must not be forgotten meanwhile
  const isHeld = isLooking || found !== null
  const { unseen, announced } = useNewPostsAnnouncement(posts, member.userId, isWithNewest)

  useEffect(() => {
    if (isWithNewest && !isHeld && posts.length > MOST_SHOWN) reader.forgetOldest(KEPT)
  }, [isWithNewest, isHeld, posts.length, reader])

  const arrived = new Set(posts.map(({ id }) => id))
  const own = outgoing.filter((entry) => entry.place === place && !arrived.has(entry.id))
  if (!isNewestLast) own.reverse()
  const [written] = useState(() => new Set<string>())
  useEffect(() => {
    for (const { id } of own) written.add(id)
  })
  const arrivedOwn = posts.find(({ id }) => written.has(id))
  const known = posts.find((post) => post.author.id === member.userId)
  const author = {
    id: member.userId,
    username: member.username,
    city: member.city,
    isVerified: member.verificationStatus === 'verified',
    portrait: known?.author.portrait ?? null,
    role: known?.author.role ?? null,
  }
  const leaving = own.map((entry) => optimisticPost(entry, author, posts))
  const isNext = (index: number) =>
    isContinuing(leaving[index]!, leaving[index - 1] ?? (isNewestLast ? posts[0] : undefined))
  return {
    unseen,
    leaving,
    section: {
      'aria-labelledby': 'posts',
      'aria-busy': phase === 'loading',
      className: styles.posts,
    },
    said: (
      <>
        <Text as="h2" id="posts" className="visually-hidden" ns="posts" k="posts" />
        <p role="status" className="visually-hidden">
          {isLooking ? (
            <Text ns="posts" k="looking" />
          ) : (
            announced.count > 0 && (
              // as many again would be the same words, and not be read out
              <Text
                key={announced.upTo}
                ns="posts"
                k="new_posts"
                values={{ count: announced.count }}
              />
            )
          )}
        </p>
        <p role="status" className="visually-hidden">
          {arrivedOwn && (
            <Text key={arrivedOwn.id} ns="posts" k={findTable(place) ? 'posted_table' : 'posted'} />
          )}
        </p>
      </>
    ),
    nothing: (
      <>
        {phase === 'loading' && <ComingPosts />}
        {phase === 'ready' && posts.length + own.length === 0 && (
          <Text as="p" className={styles.empty} ns="posts" k="empty" />
        )}
      </>
    ),
    onTheirWay: own.map((entry, index) => (
      <li key={entry.id} data-continued={isNext(index) || undefined}>
        <PostItem
          key="item"
          post={leaving[index]!}
          isOwn
          isContinued={isNext(index)}
          today={today}
          status={
            outbox && (
              <Suspense fallback={null}>
                <status.Part entry={entry} outbox={outbox} onEdit={onEdit} />
              </Suspense>
            )
          }
        />
      </li>
    )),
  }
}

export function EarlierButton({ feed }: Pick<ListProps, 'feed'>) {
  const { reader, hasEarlier, isLoadingEarlier } = feed
  const [failure, setFailure] = useState<unknown>(null)
  const show = () => {
    setFailure(null)
    reader.showEarlier().catch(setFailure)
  }
  return (
    // a section, so that the focus stays here when the last page was loaded
    <section className={`stack-3 soft small ${styles.end}`}>
      <p role="alert">
        {failure !== null && (
          <>
            <Text ns="posts" k="earlier_failed" /> <ErrorText failure={failure} />
          </>
        )}
      </p>
      {hasEarlier ? (
        <Button ref={useFocusHandover} look="quiet" pending={isLoadingEarlier} onClick={show}>
          <Text ns="posts" k="show_earlier" />
        </Button>
      ) : (
        <Text as="p" ns="posts" k="beginning" />
      )}
    </section>
  )
}
