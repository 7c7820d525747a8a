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
  if (!wish.words && !wish.author)
    return (
      <EmptyState title={<Text ns="search" k="begin" />}>
        <Text ns="search" k="begin_text" />
      </EmptyState>
    )
  const found = data?.pages.flatMap((page) => page.found) ?? []
  const isTooCommon = data?.pages[0]?.isEmpty ?? false
  return (
    <section aria-label={t('results')} aria-busy={isFetching} className={styles.results}>
      <p role="status" className={styles.told}>
        {found.length > 0 && (
          <Text
            ns="search"
            k={hasNextPage ? 'found_more' : 'found'}
            values={{ count: found.length }}
          />
        )}
        {data && found.length === 0 && <Text ns="search" k={isTooCommon ? 'too_common' : 'none'} />}
      </p>
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
      {data && found.length === 0 && (
        <p className={styles.soft}>
          <Text ns="search" k={isTooCommon ? 'too_common_text' : 'none_text'} />
        </p>
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
