// The posts since the last visit, the oldest first, page by page to the newest.
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useRefresh } from '#web/platform/live/useRefresh.ts'
import { findPlace } from '#web/platform/talk/place.ts'
import { readPosts } from '#web/platform/talk/posts.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './Passage.module.css'
import { PassageFrame } from './PassageFrame.tsx'

const KEY = 'onward'
const COUNT = 40

type Props = {
  place: string
  /** The last that was read. */
  after: number
  waiting: ReactNode
  onArrive: (number: number, isHere: boolean) => void
  /** `isWhole`: all of it was read. */
  onLeave: (isWhole: boolean) => void
  children: (posts: readonly Post[]) => ReactNode
}

export function Onward(props: Props) {
  const { place, after, waiting, onArrive, onLeave, children } = props
  const refresh = useRefresh(KEY)
  const pages = usePages({
    key: [KEY, place, String(after)],
    ask: (from: number | undefined, signal) =>
      readPosts(place, { after: from, count: COUNT }, signal),
    linesOf: ({ posts }) => posts.toReversed(),
    first: after,
    next: ({ to, latest }) => (to < latest ? to : null),
  })
  const { lines, hasMore } = pages
  const known = pages.pages.at(-1)?.to ?? after
  useLiveEvents((event) => {
    const isHere = 'post' in event && findPlace(event) === place
    // posts were changed, removed or hidden, or go on where these end
    const isOfThese = isHere && (event.number <= known || !hasMore)
    if (isOfThese || event.type === 'ready') void refresh()
  })

  /** The newest post shown when more were requested: the focus goes to the one after it. */
  const goesOnAfter = useRef<number | null>(after)
  const goOn = useEffectEvent(() => {
    const last = goesOnAfter.current
    const next = last === null ? undefined : lines?.find(({ number }) => number > last)
    if (!next) return
    goesOnAfter.current = null
    onArrive(next.number, true)
  })
  const isThere = lines !== null
  useEffect(() => {
    if (isThere) goOn()
  }, [isThere, known])

  return (
    <PassageFrame
      k="onward"
      look="quiet"
      pages={pages}
      waiting={waiting}
      onLeave={() => onLeave(false)}
    >
      {(posts) => (
        <>
          {children(posts)}
          <section className={`stack-3 soft small ${styles.way}`}>
            <ErrorNotice failure={pages.moreError} />
            {hasMore ? (
              <Button
                look="quiet"
                pending={pages.isLoadingMore}
                onClick={() => {
                  goesOnAfter.current = known
                  pages.showMore()
                }}
              >
                <Text ns="talk" k="onward_more" />
              </Button>
            ) : (
              <>
                <Text as="p" role="status" ns="talk" k="onward_end" />
                <Button onClick={() => onLeave(true)}>
                  <Text ns="talk" k="to_newest" />
                </Button>
              </>
            )}
          </section>
        </>
      )}
    </PassageFrame>
  )
}
