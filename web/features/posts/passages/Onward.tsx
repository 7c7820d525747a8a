import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useRefresh } from '#web/platform/live/useRefresh.ts'
import { findPlace } from '#web/platform/talk/place.ts'
import { readPosts } from '#web/platform/talk/posts.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './Passage.module.css'

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

/** What was said since one was here, as it was said: the oldest first, and on to the end. */
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
  const { error, isFetching, refresh: refetch, lines, hasMore } = pages
  const known = pages.pages.at(-1)?.to ?? after
  useLiveEvents((event) => {
    const isHere = 'post' in event && findPlace(event) === place
    // posts were changed, removed or hidden, or go on where these end
    const isOfThese = isHere && (event.number <= known || !hasMore)
    if (isOfThese || event.type === 'ready') void refresh()
  })

  /** The newest of these when more was asked for: reading goes on below it. */
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
    <section aria-labelledby="onward" className="stack-3">
      <div className={styles.bar}>
        <h2 id="onward" className={styles.name}>
          <Text ns="talk" k="onward" />
        </h2>
        <Button
          size="s"
          look="quiet"
          icon={<MemberIcon name="forward" />}
          onClick={() => onLeave(false)}
        >
          <Text ns="talk" k="to_newest" />
        </Button>
      </div>
      <QueryView
        query={{ data: lines ?? undefined, error, isFetching, refetch }}
        isPart
        failed={<Text ns="talk" k="passage_failed" />}
        waiting={waiting}
      >
        {(posts) => (
          <>
            {children(posts)}
            <section className={styles.way}>
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
                  <p role="status">
                    <Text ns="talk" k="onward_end" />
                  </p>
                  <Button onClick={() => onLeave(true)}>
                    <Text ns="talk" k="to_newest" />
                  </Button>
                </>
              )}
            </section>
          </>
        )}
      </QueryView>
    </section>
  )
}
