import {
  startTransition,
  useEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { Session } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { useOutbox } from '#web/platform/OutboxProvider.tsx'
import type { Outgoing } from '#web/platform/outbox.rules.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/MemberIcon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { OutgoingStatus } from './OutgoingStatus.tsx'
import { onItsWay } from './onItsWay.ts'
import { PostItem, type Talk } from './PostItem.tsx'
import { dayBegun } from './postTime.ts'
import { scrollTo } from './scrollTo.ts'
import type { useRoom } from './useRoom.ts'
import { useSeen } from './useSeen.ts'
import { useIsAtTop, useNews, useReadingPlace } from './useNews.ts'
import { useNow } from '#web/platform/useNow.ts'
import styles from './PostList.module.css'

/** So many posts may gather while the reader stays at the newest; then the oldest go. */
const MOST_SHOWN = 200
const KEPT = 100
/** More than a phone shows at once. */
const FIRST = 5

/** How far the member had read when they came in, if there was more; and whom to tell what they see now. */
export type Reading = { newAbove: number | null; onSeen: (number: number) => void }

/** How posts are drawn, wherever they stand. */
type Drawn = {
  member: Pick<Session, 'userId' | 'username' | 'city' | 'verificationStatus'>
  acts: (post: Post) => ReactNode
  talk: Talk
  jumping: { found: number | null; isLooking: boolean }
}
type Props = Drawn & {
  slug: string
  room: ReturnType<typeof useRoom>
  reading: Reading
  onEdit: (entry: Outgoing) => void
}

/** The conversation, newest first: what the server has, under what is still on its way there. */
export function PostList(props: Props) {
  const { slug, room, member, reading, onEdit, jumping } = props
  const { reader, posts, phase } = room
  const { outbox, outgoing } = useOutbox()
  const now = useNow()
  const head = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isAtTop = useIsAtTop(head)
  const { found, isLooking } = jumping
  // on the way to an old post, which must not be forgotten meanwhile
  const isHeld = isLooking || found !== null
  const { unseen, told } = useNews(posts, member.userId, isAtTop)
  useReadingPlace(list, posts, !isAtTop)

  useEffect(() => {
    if (isAtTop && !isHeld && posts.length > MOST_SHOWN) reader.forgetOldest(KEPT)
  }, [isAtTop, isHeld, posts.length, reader])

  useSeen(list, posts, reading.onSeen)

  const arrived = new Set(posts.map(({ id }) => id))
  const own = outgoing.filter((entry) => entry.slug === slug && !arrived.has(entry.id)).reverse()
  const known = posts.find((post) => post.author.id === member.userId)
  const author = {
    id: member.userId,
    username: member.username,
    city: member.city,
    isVerified: member.verificationStatus === 'verified',
    portrait: known?.author.portrait ?? null,
    role: known?.author.role ?? null,
  }
  const toTop = () => scrollTo(head.current)

  return (
    <section aria-labelledby="posts" aria-busy={phase === 'loading'} className={styles.posts}>
      <h2 id="posts" className="visually-hidden">
        <Text ns="posts" k="posts" />
      </h2>
      <div ref={head} className={styles.head} />
      <p role="status" className="visually-hidden">
        {isLooking ? (
          <Text ns="posts" k="looking" />
        ) : (
          told > 0 && <Text ns="posts" k="new_posts" values={{ count: told }} />
        )}
      </p>
      {unseen > 0 && (
        <Button
          size="s"
          className={styles.pill}
          icon={<MemberIcon name="forward" />}
          onClick={toTop}
        >
          <Text ns="posts" k="new_posts" values={{ count: unseen }} />
        </Button>
      )}

      {phase === 'loading' && <ComingPosts />}
      {phase === 'ready' && posts.length + own.length === 0 && (
        <p className={styles.empty}>
          <Text ns="posts" k="empty" />
        </p>
      )}
      <ul role="list" ref={list} className={styles.list}>
        <Items
          onTheirWay={own.map((entry) => (
            <li key={entry.id}>
              <PostItem
                key="item"
                post={onItsWay(entry, author, posts)}
                isOwn
                now={now}
                status={outbox && <OutgoingStatus entry={entry} outbox={outbox} onEdit={onEdit} />}
              />
            </li>
          ))}
          posts={posts}
          isWhole={isHeld}
          row={(index) =>
            rowOf(props, posts, index, now, isWhereNewEnds(posts, index, reading) && <NewLine />)
          }
        />
      </ul>
      {posts.length > 0 && <Earlier room={room} />}
    </section>
  )
}

/** Where posts are about to be. */
export function ComingPosts() {
  const { t } = useText('posts')
  return (
    <div role="group" aria-label={t('loading')} className={styles.list}>
      {[1, 2, 3, 4, 5].map((one) => (
        <Skeleton key={one} parts={['round', 'brief', 'brief', 'line']} className={styles.ghost} />
      ))}
    </div>
  )
}

/** Posts that stand for themselves, newest first, under the days they are of. */
export function Posts({ posts, ...drawn }: Drawn & { posts: readonly Post[] }) {
  const now = useNow()
  const list = useRef<HTMLUListElement>(null)
  useReadingPlace(list, posts, true)
  return (
    <ul role="list" ref={list} className={styles.list}>
      {posts.map((_, index) => rowOf(drawn, posts, index, now))}
    </ul>
  )
}

function rowOf(
  { member, acts, talk, jumping }: Drawn,
  posts: readonly Post[],
  index: number,
  now: Date,
  over?: ReactNode,
) {
  const post = posts[index]!
  return (
    <li key={post.id} data-number={post.number}>
      {over}
      <Day when={post.createdAt} above={posts[index - 1]?.createdAt} now={now} />
      <PostItem
        key="item"
        post={post}
        isOwn={post.author.id === member.userId}
        now={now}
        acts={acts}
        talk={talk}
        isFound={post.number === jumping.found}
      />
    </li>
  )
}

type ItemsProps = {
  onTheirWay: readonly ReactElement[]
  posts: readonly Post[]
  isWhole: boolean
  row: (index: number) => ReactElement
}

/**
 * One list, in which a post that arrives stays the element it was on its way, and keeps the focus.
 * What fills a screen first and the rest once that is drawn: a slow phone would be busy too long at once.
 */
function Items({ onTheirWay, posts, isWhole, row }: ItemsProps) {
  const [isBegun, setBegun] = useState(false)
  const isThere = posts.length > 0
  useEffect(() => {
    if (isThere) startTransition(() => setBegun(true))
  }, [isThere])
  const shown = isBegun || isWhole ? posts : posts.slice(0, FIRST)
  return [...onTheirWay, ...shown.map((_, index) => row(index))]
}

/** Between the oldest post the member had not seen and the newest they had. */
const isWhereNewEnds = (posts: readonly Post[], index: number, { newAbove }: Reading): boolean =>
  newAbove !== null &&
  (posts[index]?.number ?? 0) <= newAbove &&
  (posts[index - 1]?.number ?? 0) > newAbove

const NewLine = () => (
  <p className={styles.newLine}>
    <Text ns="posts" k="new_since" />
  </p>
)

function Day({ when, above, now }: { when: string; above: string | undefined; now: Date }) {
  const day = dayBegun(when, above, now, useScreenTongue())
  if (!day) return null
  return (
    <p className={styles.day}>{day === 'yesterday' ? <Text ns="posts" k="yesterday" /> : day}</p>
  )
}

function Earlier({ room: { reader, hasEarlier, isLoadingEarlier } }: Pick<Props, 'room'>) {
  const [failure, setFailure] = useState<unknown>(null)
  if (!hasEarlier)
    return (
      <p className={styles.end}>
        <Text ns="posts" k="beginning" />
      </p>
    )
  const show = () => {
    setFailure(null)
    reader.showEarlier().catch(setFailure)
  }
  return (
    <div className={styles.end}>
      <p role="alert">
        {failure !== null && (
          <>
            <Text ns="posts" k="earlier_failed" /> <ErrorText failure={failure} />
          </>
        )}
      </p>
      <Button look="quiet" pending={isLoadingEarlier} onClick={show}>
        <Text ns="posts" k="show_earlier" />
      </Button>
    </div>
  )
}
