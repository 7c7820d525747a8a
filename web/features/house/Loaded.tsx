import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from '#web/platform/LoadFailed.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './house.module.css'

type Props<Data> = {
  list: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** How many are about to come. */
  cards?: number
  children: (data: Data) => ReactNode
}

/** What a page of the house shows once it is there; on its way, or missing, until then. */
export function Loaded<Data>({ list, cards = 3, children }: Props<Data>) {
  const { t } = useText('house')
  const { data, error } = list
  if (data !== undefined) return children(data)
  if (!error)
    return (
      <div role="group" aria-busy="true" aria-label={t('loading')} className={styles.list}>
        {Array.from({ length: cards }, (_, card) => (
          <Skeleton key={card} tall />
        ))}
      </div>
    )
  return (
    <LoadFailed
      title={<Text ns="house" k="failed" />}
      error={error}
      isFetching={list.isFetching}
      retry={list.refetch}
    />
  )
}
