// A post of long ago among those around it, in the place of the newest, with ways to earlier and later.
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useLiveEvents, useLiveState } from '#web/platform/live/live.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useRefresh } from '#web/platform/live/useRefresh.ts'
import { findPlace } from '#web/platform/talk/place.ts'
import { readPosts } from '#web/platform/talk/posts.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import styles from './Passage.module.css'
import { PassageFrame } from './PassageFrame.tsx'

const KEY = 'passage'
/** All pages are of one length: a page is refreshed from its newest post, and would shrink otherwise. */
const COUNT = 40
/** The post that was looked for is in the middle of the first page. */
const LATER = COUNT / 2
/** How often to poll while no stream is open. */
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

  const lines = pages.lines && onceEach(pages.lines)
  const isHere = lines !== null
  const arrived = useEffectEvent(() =>
    onArrive(number, lines?.some((post) => post.number === number) ?? false),
  )
  useEffect(() => {
    if (isHere) arrived()
  }, [isHere])
  /** The newest post shown when later ones were requested: the focus goes to the one after it. */
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
  /** The oldest post shown when earlier ones were requested above it: the focus goes to the one before it. */
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
    <div className={`stack-3 soft small ${styles.way}`}>
      <ErrorNotice failure={pages.beforeError} />
      <Button look="quiet" pending={pages.isLoadingBefore} onClick={showLater}>
        <Text ns="talk" k="show_later" />
      </Button>
    </div>
  )
  const earlier = (
    <section className={`stack-3 soft small ${styles.way}`}>
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
    <PassageFrame k="passage" pages={{ ...pages, lines }} waiting={waiting} onLeave={onLeave}>
      {(known) => (
        <>
          {isNewestLast ? earlier : later}
          {children(isNewestLast ? known.toReversed() : known)}
          {isNewestLast ? later : earlier}
        </>
      )}
    </PassageFrame>
  )
}

/** Drops posts that stand in two pages: pages overlap where posts were removed. */
function onceEach(posts: readonly Post[]): Post[] {
  let last = Infinity
  return posts.filter(({ number }) => {
    const isNext = number < last
    last = Math.min(last, number)
    return isNext
  })
}
