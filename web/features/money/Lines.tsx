import type { ReactNode } from 'react'
import { PartFailed } from '#web/platform/PartFailed.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './money.module.css'

type Props<T> = {
  list: {
    lines: readonly T[] | null
    error: unknown
    isFetching: boolean
    hasMore: boolean
    isLoadingMore: boolean
    showMore: () => void
    retry: () => void
  }
  empty: Key<'money'>
  children: (lines: readonly T[]) => ReactNode
}

/** A list that is on its way, did not come, is empty, or is there, with the way to more of it. */
export function Lines<T>({ list, empty, children }: Props<T>) {
  const { lines, error } = list
  if (!lines && error)
    return (
      <PartFailed
        title={<Text ns="money" k="failed" />}
        error={error}
        isFetching={list.isFetching}
        retry={list.retry}
      />
    )
  if (!lines) return <Loading />
  if (lines.length === 0) return <EmptyState title={<Text ns="money" k={empty} />} />
  return (
    <>
      {children(lines)}
      {list.hasMore && (
        <Button
          look="quiet"
          className={styles.more}
          pending={list.isLoadingMore}
          onClick={list.showMore}
        >
          <Text ns="money" k="more" />
        </Button>
      )}
    </>
  )
}

export function Loading() {
  const { t } = useText('money')
  return (
    <div role="group" aria-busy="true" aria-label={t('loading')}>
      <Skeleton tall />
    </div>
  )
}
