import type { ReactNode } from 'react'
import { PartFailed } from '#web/platform/PartFailed.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './desk.module.css'

type Props<Line> = {
  list: {
    lines: Line[] | null
    error: Error | null
    isFetching: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  /** Stands where there is no line. */
  empty: ReactNode
  children: (lines: Line[]) => ReactNode
}

/** A list that comes page after page: on its way, missing, empty, or there with more to come. */
export function PagedLines<Line>({ list, empty, children }: Props<Line>) {
  const { t } = useText('admission')
  const { lines, error } = list
  return (
    <>
      {!lines && !error && (
        <div role="group" aria-busy="true" aria-label={t('loading')}>
          <Skeleton tall />
        </div>
      )}
      {!lines && error && (
        <PartFailed
          title={<Text ns="admission" k="failed" />}
          error={error}
          isFetching={list.isFetching}
          retry={list.refetch}
        />
      )}
      {lines?.length === 0 && empty}
      {lines && lines.length > 0 && children(lines)}
      {list.hasNextPage && (
        <Button
          look="quiet"
          className={styles.more}
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          <Text ns="admission" k="more" />
        </Button>
      )}
    </>
  )
}
