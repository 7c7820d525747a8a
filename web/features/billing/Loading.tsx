import { ErrorText } from '#web/platform/ErrorText.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './billing.module.css'

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
  <Notice tone="danger" title={<Text ns="billing" k={title} />}>
    <p>
      <ErrorText failure={failure} />
    </p>
    <Button
      look="quiet"
      size="s"
      className={styles.act}
      pending={isTrying}
      onClick={() => void onTry()}
    >
      <Text ns="shell" k="try_again" />
    </Button>
  </Notice>
)
