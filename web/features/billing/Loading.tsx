import { PartFailed } from '#web/platform/PartFailed.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

export function Loading({ lines }: { lines: number }) {
  const { t } = useText('billing')
  return (
    <div role="group" aria-busy="true" aria-label={t('loading')}>
      <Skeleton lines={lines} />
    </div>
  )
}

type Props = {
  title: Key<'billing'>
  failure: unknown
  isTrying: boolean
  onTry: () => Promise<unknown>
}

export const LoadFailed = ({ title, failure, isTrying, onTry }: Props) => (
  <PartFailed
    title={<Text ns="billing" k={title} />}
    error={failure}
    isFetching={isTrying}
    retry={onTry}
  />
)
