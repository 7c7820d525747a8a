import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { LoadFailed } from '#web/platform/LoadFailed.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FoundPost } from './FoundPost.tsx'
import { useFound, type Wish } from './useSearch.ts'
import styles from './search.module.css'

/** What was found, newest first, or why nothing was. */
export function SearchResults({ wish }: { wish: Wish }) {
  const { t } = useText('search')
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, ...list } = useFound(wish)
  const results = useArriving(!isFetching && (data !== undefined || error !== null))
  if (!wish.words && !wish.author)
    return (
      <EmptyState title={<Text ns="search" k="begin" />}>
        <Text ns="search" k="begin_text" />
      </EmptyState>
    )
  const found = data?.pages.flatMap((page) => page.found) ?? []
  const isTooCommon = data?.pages[0]?.isEmpty ?? false
  return (
    <section
      ref={results}
      tabIndex={-1}
      aria-label={t('results')}
      aria-busy={isFetching}
      className={styles.results}
    >
      <div role="status">
        {found.length > 0 && (
          <p className={styles.told}>
            <Text
              ns="search"
              k={hasNextPage ? 'found_more' : 'found'}
              values={{ count: found.length }}
            />
          </p>
        )}
        {data && found.length === 0 && (
          <EmptyState title={<Text ns="search" k={isTooCommon ? 'too_common' : 'none'} />}>
            <Text ns="search" k={isTooCommon ? 'too_common_text' : 'none_text'} />
          </EmptyState>
        )}
      </div>
      {!data && !error && (
        <div role="group" aria-label={t('loading')} className={styles.list}>
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} parts={['brief', 'line', 'half']} />
          ))}
        </div>
      )}
      {error && (
        <LoadFailed
          title={<Text ns="search" k="failed" />}
          error={error}
          isFetching={isFetching}
          retry={list.refetch}
        />
      )}
      {found.length > 0 && (
        <ol role="list" className={styles.list}>
          {found.map((one) => (
            <li key={one.post.id}>
              <FoundPost found={one} />
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          look="quiet"
          className={styles.next}
          pending={isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          <Text ns="search" k="show_more" />
        </Button>
      )}
    </section>
  )
}

/** To what was found, once it is here after a search of this visit; not on the way back from a post. */
function useArriving(isHere: boolean) {
  const results = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const seen = useRef(key)
  useEffect(() => {
    if (!isHere || key === seen.current) return
    seen.current = key
    const { current } = results
    current?.focus({ preventScroll: true })
    if (current && current.getBoundingClientRect().top > window.innerHeight / 2)
      current.scrollIntoView()
  }, [isHere, key])
  return results
}
