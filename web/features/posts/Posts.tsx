// A list of posts, of a room or table, under the days they are of, with the line where new ones end.
import {
  startTransition,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  type RefObject,
} from 'react'
import type { Writer } from '#contract/posts/author.ts'
import type { Post } from '#contract/posts/posts.ts'
import { useMember } from '#web/platform/session/session.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { toDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useFirstSign } from '#web/ui/fields/useFirstSign.ts'
import { isContinuing, postAnchor, PostItem, type ShownPost, type Talk } from './PostItem.tsx'
import { dayBegun } from './postTime.ts'
import { useReadingPlace } from './feed/useNewPostsAnnouncement.ts'
import { useSeen, type Watching } from './feed/useSeen.ts'
import { withTalk } from './withTalk.ts'
import styles from './PostList.module.css'

const folded = lazyPart(async () => (await withTalk(import('./Folded.tsx'))).Folded)

/** More than the window shows at once, be they short. */
const countWindow = () => Math.ceil(window.innerHeight / 70) + 1
/** So many are drawn in one task: a slow phone answers a tap in between. */
const AT_ONCE = 5

/** What was new when the member came in, if anything, and what to call with what they see now. */
export type PostsReading = Watching & {
  news: { readNumber: number; readAt: string | null; unread: number } | null
  /** All up to a number was read. */
  onReadTo: (number: number) => void
}

/** How posts are drawn, wherever they stand. */
export type Drawn = {
  member: Writer
  acts: (post: Post) => ReactNode
  talk: Talk
  reading: PostsReading
  jumping: { found: number | null; isLooking: boolean }
  /** What is written in answer to one of them, right there. */
  below: { number: number; form: ReactNode } | null
}
type Props = Drawn & {
  /** In the order in which they stand: newest first, unless … */
  posts: readonly Post[]
  isNewestLast?: boolean
  /** Where the newest come; one that arrives stays the element it was, and keeps the focus. */
  onTheirWay?: readonly ReactElement[]
  /** The last of those, where they stand above. */
  above?: ShownPost | undefined
  /** Whether what comes or goes above leaves the reader where they are. */
  isSteady?: boolean
  /** Whether they are the newest, and others arrive. */
  isLive?: boolean
}

/** Draws what fills a screen first, and the rest after that: a slow phone would be busy too long at once. */
export function Posts(props: Props) {
  const {
    posts,
    isNewestLast = false,
    onTheirWay = [],
    isSteady = true,
    isLive = false,
    member,
    acts,
    talk,
    reading,
    jumping,
    below,
  } = props
  const now = useNow()
  const tongue = useScreenTongue()
  const { muted } = useMember()
  const list = useRef<HTMLUListElement>(null)
  useReadingPlace(list, posts, isSteady)
  const keepFocus = useKeptFocus(list)
  // it stands where the post stood as soon as its author is muted, and takes the focus
  useFirstSign(() => void folded.preload())

  const [inWindow] = useState(countWindow)
  const [drawn, setDrawn] = useState(AT_ONCE)
  const newest = posts.at(isNewestLast ? -1 : 0)?.number ?? null
  const [cameTo, setCameTo] = useState(newest)
  if (cameTo === null && newest !== null) setCameTo(newest)
  /** What others say after one came arrives before one’s eyes. */
  const isFresh = ({ number, author }: Post) =>
    isLive && cameTo !== null && number > cameTo && author.id !== member.userId
  const count = posts.length
  // older ones above would be asked for as long as some of these are missing; what fits into the window is drawn whole
  const least = isNewestLast || count <= inWindow ? inWindow : AT_ONCE
  const upTo = Math.max(drawn, least)
  useEffect(() => {
    if (count === 0 || drawn === Infinity) return
    const next = isNewestLast || upTo + AT_ONCE >= count ? Infinity : upTo + AT_ONCE
    startTransition(() => setDrawn(next))
  }, [count, drawn, upTo, isNewestLast])
  const isWhole = upTo >= count || jumping.isLooking || jumping.found !== null
  const shown = isWhole ? posts : isNewestLast ? posts.slice(-upTo) : posts.slice(0, upTo)
  useSeen(list, shown, reading)
  const rows = shown.map((post, index) => {
    const above = shown[index - 1]
    const day = dayBegun(post.createdAt, above?.createdAt, now, tongue)
    const isLine = isWhereNewEnds(post, above, reading)
    const isContinued = !day && !isLine && isContinuing(post, above ?? props.above)
    const quoted = post.reply?.author
    const item = (
      <PostItem
        key="item"
        post={post}
        isOwn={post.author.id === member.userId}
        isContinued={isContinued}
        today={toDay(now)}
        acts={acts}
        talk={talk}
        isFound={post.number === jumping.found}
        isQuoteFolded={!!quoted && muted.includes(quoted.id)}
      />
    )
    return (
      <li
        key={post.id}
        ref={keepFocus}
        data-number={post.number}
        data-continued={isContinued || undefined}
        data-fresh={isFresh(post) || undefined}
      >
        {isLine && (
          <p className={`line-2 bold small ${styles.newLine}`} data-line>
            <Text ns="posts" k={isNewestLast ? 'new_below' : 'new_above'} />
          </p>
        )}
        {day && (
          <p className={`soft small ${styles.day}`}>
            {day === 'yesterday' ? <Text ns="posts" k="yesterday" /> : day}
          </p>
        )}
        {muted.includes(post.author.id) ? (
          <Suspense>
            <folded.Part id={postAnchor(post.number)}>{item}</folded.Part>
          </Suspense>
        ) : (
          item
        )}
        {below?.number === post.number && below.form}
      </li>
    )
  })
  return (
    <ul
      role="list"
      ref={list}
      className={`panel hidden-empty ${styles.list}`}
      data-steady={isSteady || undefined}
      data-growing={!isWhole || undefined}
    >
      {isNewestLast ? [...rows, ...onTheirWay] : [...onTheirWay, ...rows]}
    </ul>
  )
}

/** Between the oldest post the member had not seen and the newest they had, whichever stands above. */
const isWhereNewEnds = (post: Post, above: Post | undefined, { news }: PostsReading): boolean =>
  news !== null &&
  above !== undefined &&
  above.number > news.readNumber !== post.number > news.readNumber

/** Where posts are about to be. */
export function ComingPosts() {
  const { t } = useText('posts')
  return (
    <div role="group" aria-label={t('loading')} className={`panel ${styles.list}`}>
      {[1, 2, 3, 4, 5].map((one) => (
        <Skeleton key={one} parts={['round', 'brief', 'line']} className={styles.ghost} />
      ))}
    </div>
  )
}

/**
 * The focus at a post that goes, removed or out of sight, moves to the next one, or to the box:
 * the browser would lead it to the head of the page. Returns the ref of each post's line.
 */
function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const lost = useRef<number | null>(null)
  useLayoutEffect(() => {
    const number = lost.current
    lost.current = null
    if (number === null) return
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-number]') ?? [])]
    // as they were said, whichever of them stands on top
    const ordered = lines.toSorted((a, b) => numberOf(b) - numberOf(a))
    const next = ordered.find((line) => numberOf(line) < number) ?? ordered.at(-1)
    const goal = next?.querySelector('article')
    ;(goal ?? document.querySelector<HTMLElement>('main textarea'))?.focus()
  })
  return useCallback(
    (line: HTMLElement | null) => () => {
      if (line?.contains(document.activeElement)) lost.current = numberOf(line)
    },
    [],
  )
}

const numberOf = ({ dataset }: HTMLElement) => Number(dataset.number)
