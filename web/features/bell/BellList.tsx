import { useRef } from 'react'
import { Failed } from '#web/platform/Failed.tsx'
import { PartFailed } from '#web/platform/PartFailed.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BellLine } from './BellLine.tsx'
import styles from './bell.module.css'
import { useBell, useReadAll, useReadItem } from './useBell.ts'

/** What rang, newest first. */
export function BellList() {
  const { t } = useText('bell')
  const list = useRef<HTMLUListElement>(null)
  const bell = useBell()
  const readItem = useReadItem()
  const readAll = useReadAll()
  const { items, error } = bell
  const newest = items?.[0]
  const markAll = () => {
    if (!newest) return
    // what was pressed goes
    list.current?.focus()
    readAll.mutate(newest)
  }
  return (
    <>
      {!items && !error && (
        <div role="group" aria-busy="true" aria-label={t('loading')} className={styles.list}>
          <Skeleton parts={['round', 'line', 'half']} className={styles.ghost} />
          <Skeleton parts={['round', 'line', 'half']} className={styles.ghost} />
          <Skeleton parts={['round', 'line', 'half']} className={styles.ghost} />
        </div>
      )}
      {!items && error && (
        <PartFailed
          title={<Text ns="bell" k="failed" />}
          error={error}
          isFetching={bell.isFetching}
          retry={bell.refetch}
        />
      )}
      {items?.length === 0 && (
        <EmptyState title={<Text ns="bell" k="empty" />}>
          <p>
            <Text ns="bell" k="empty_text" />
          </p>
        </EmptyState>
      )}
      {items?.some(({ isRead }) => !isRead) && (
        <Button look="quiet" size="s" className={styles.act} onClick={markAll}>
          <Text ns="bell" k="read_all" />
        </Button>
      )}
      <Failed failure={readAll.error ?? readItem.error} />
      {items && items.length > 0 && (
        <ul role="list" ref={list} tabIndex={-1} className={styles.list} aria-label={t('title')}>
          {items.map((item) => (
            <li key={item.id}>
              <BellLine item={item} onOpen={() => item.isRead || readItem.mutate(item)} />
            </li>
          ))}
        </ul>
      )}
      {bell.hasNextPage && (
        <Button
          look="quiet"
          className={styles.act}
          pending={bell.isFetchingNextPage}
          onClick={() => void bell.fetchNextPage()}
        >
          <Text ns="bell" k="more" />
        </Button>
      )}
    </>
  )
}
