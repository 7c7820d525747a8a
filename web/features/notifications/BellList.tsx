// What a member's bell rang for, newest first, to open line by line or mark as read at once.
import { useRef, type ReactNode } from 'react'
import type { BellItem } from '#contract/notifications/bellItems.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { BellLine } from './BellLine.tsx'
import styles from './notifications.module.css'
import { useBell, useReadAll, useReadItem } from './useBell.ts'

type Props = {
  /** What can be done about a line where it stands. */
  actsOf: (item: BellItem, returnTo: () => HTMLElement | null) => ReactNode
}

export function BellList({ actsOf }: Props) {
  const { t } = useText('bell')
  const list = useRef<HTMLUListElement>(null)
  const bell = useBell()
  const readItem = useReadItem()
  const readAll = useReadAll()
  const { lines } = bell
  const newest = lines?.[0]
  const markAll = () => {
    if (!newest) return
    // what was pressed goes
    list.current?.focus()
    readAll.mutate(newest)
  }
  return (
    <>
      {lines?.some(({ isRead }) => !isRead) && (
        <Button look="quiet" size="s" className="at-start" onClick={markAll}>
          <Text ns="bell" k="read_all" />
        </Button>
      )}
      <ErrorNotice failure={readAll.error ?? readItem.error} />
      <PagedList
        list={bell}
        isPart
        failed={<Text ns="bell" k="failed" />}
        empty={
          <EmptyState title={<Text ns="bell" k="empty" />}>
            <Text as="p" ns="bell" k="empty_text" />
          </EmptyState>
        }
        waiting={
          <LoadingSkeleton label={t('loading')} className={`panel ${styles.list}`}>
            {[1, 2, 3].map((one) => (
              <Skeleton key={one} parts={['round', 'line', 'half']} className={styles.ghost} />
            ))}
          </LoadingSkeleton>
        }
        more={<Text ns="bell" k="more" />}
      >
        {(items) => (
          <ul
            role="list"
            ref={list}
            tabIndex={-1}
            className={`panel ruled-list ${styles.list}`}
            aria-label={t('title')}
          >
            {items.map((item) => (
              <li key={item.id}>
                <BellLine
                  item={item}
                  onOpen={() => item.isRead || readItem.mutate(item)}
                  acts={actsOf(item, () => list.current)}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
