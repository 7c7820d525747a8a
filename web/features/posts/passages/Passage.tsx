import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useLiveEvents, useLiveState } from '#web/platform/live/live.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useRefresh } from '#web/platform/live/useRefresh.ts'
import { findPlace } from '#web/platform/talk/place.ts'
import { readPosts } from '#web/platform/talk/posts.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import styles from './Passage.module.css'

const KEY = 'passage'
/** Every page is as long as the others, or what is brought up to date from its newest would become shorter. */
const COUNT = 40
/** The one that was looked for stands in the middle of the first. */
const LATER = COUNT / 2
/** How often to ask while no line stays open, in ms. */
const WITHOUT_LINE_MS = 8_000

type Props = {
  place: string
  /** The post that was looked for, by its number. */
  number: number
  isNewestLast: boolean
  waiting: ReactNode
  onArrive: (number: number, isHere: boolean) => void
  onLeave: () => void
  children: (posts: readonly Post[]) => ReactNode
}

/** A post of long ago among those around it, in the place of the newest ones. */
export function Passage(props: Props) {
  const { place, number, isNewestLast, waiting, onArrive, onLeave, children } = props
  const isLive = useLiveState() === 'live'
  const refresh = useRefresh(KEY)
  const pages = usePages({
    key: [KEY, place, String(number)],
    ask: (before: number | undefined, signal) => readPosts(place, { before, count: COUNT }, signal),
    linesOf: ({ posts }) => posts,
    first: number + LATER + 1,
    next: ({ from }) => (from > 1 ? from : null),
    previous: ({ to, latest }) => (to < latest ? to + COUNT + 1 : null),
    ...(!isLive && { refetchInterval: WITHOUT_LINE_MS }),
  })
  const newest = pages.pages[0]?.to ?? 0
  useLiveEvents((event) => {
    const isHere = 'post' in event && findPlace(event) === place
    const isOfThese = isHere && (event.number <= newest || !pages.hasBefore)
    // posts were changed, removed or hidden
    if (isOfThese || event.type === 'ready') void refresh()
  })

  const { error, isFetching, refresh: refetch } = pages
  const lines = pages.lines && onceEach(pages.lines)
  const isHere = lines !== null
  const arrived = useEffectEvent(() =>
    onArrive(number, lines?.some((post) => post.number === number) ?? false),
  )
  useEffect(() => {
    if (isHere) arrived()
  }, [isHere])
  /** The newest of these when later ones were asked for: reading goes on above it. */
  const goesOnAfter = useRef<number | null>(null)
  const goOn = useEffectEvent(() => {
    const last = goesOnAfter.current
    const next = last === null ? undefined : lines?.findLast((post) => post.number > last)
    if (!next) return
    goesOnAfter.current = null
    onArrive(next.number, true)
  })
  useEffect(() => goOn(), [newest])
  const showLater = () => {
    goesOnAfter.current = newest
    pages.showBefore()
  }
  /** The oldest of these when earlier ones were asked for, where they come above: reading goes on there. */
  const goesOnBefore = useRef<number | null>(null)
  const oldest = pages.pages.at(-1)?.from
  const goBack = useEffectEvent(() => {
    const last = goesOnBefore.current
    const next = last === null ? undefined : lines?.find((post) => post.number < last)
    if (!next) return
    goesOnBefore.current = null
    onArrive(next.number, true)
  })
  useEffect(() => goBack(), [oldest])
  const showEarlier = () => {
    if (isNewestLast) goesOnBefore.current = oldest ?? null
    pages.showMore()
  }
  const later = pages.hasBefore && (
    <div className={styles.way}>
      <ErrorNotice failure={pages.beforeError} />
      <Button look="quiet" pending={pages.isLoadingBefore} onClick={showLater}>
        <Text ns="talk" k="show_later" />
      </Button>
    </div>
  )
  const earlier = (
    <section className={styles.way}>
      <ErrorNotice failure={pages.moreError} />
      {pages.hasMore ? (
        <Button
          ref={useFocusHandover}
          look="quiet"
          pending={pages.isLoadingMore}
          onClick={showEarlier}
        >
          <Text ns="posts" k="show_earlier" />
        </Button>
      ) : (
        <Text ns="posts" k="beginning" />
      )}
    </section>
  )

  return (
    <section aria-labelledby="passage" className="stack-3">
      <div className={styles.bar}>
        <h2 id="passage" className={styles.name}>
          <Text ns="talk" k="passage" />
        </h2>
        <Button size="s" icon={<MemberIcon name="forward" />} onClick={onLeave}>
          <Text ns="talk" k="to_newest" />
        </Button>
      </div>
      <QueryView
        query={{ data: lines ?? undefined, error, isFetching, refetch }}
        isPart
        failed={<Text ns="talk" k="passage_failed" />}
        waiting={waiting}
      >
        {(known) => (
          <>
            {isNewestLast ? earlier : later}
            {children(isNewestLast ? known.toReversed() : known)}
            {isNewestLast ? later : earlier}
          </>
        )}
      </QueryView>
    </section>
  )
}

/** Where posts are missing, a page goes further back than the next one begins. */
function onceEach(posts: readonly Post[]): Post[] {
  let last = Infinity
  return posts.filter(({ number }) => {
    const isNext = number < last
    last = Math.min(last, number)
    return isNext
  })
}
