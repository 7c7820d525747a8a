import type { ReactNode } from 'react'
import { PartFailed } from '#web/platform/PartFailed.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Props<T> = {
  asked: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  failed: Key<'mine'>
  children: (data: T) => ReactNode
}

/** What is there once it has come; until then that it is on its way, or that it did not come. */
export function Part<T>({ asked, failed, children }: Props<T>) {
  const { t } = useText('mine')
  const { data, error, isFetching, refetch } = asked
  if (data !== undefined) return children(data)
  if (!error)
    return (
      <div role="group" aria-busy="true" aria-label={t('loading')}>
        <Skeleton lines={2} />
      </div>
    )
  return (
    <PartFailed
      title={<Text ns="mine" k={failed} />}
      error={error}
      isFetching={isFetching}
      retry={refetch}
    />
  )
}
