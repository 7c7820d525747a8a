import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './desk.module.css'

type Props = { error: unknown; isFetching: boolean; onRetry: () => void }

/** A part of the desk that did not come. */
export const Failed = ({ error, isFetching, onRetry }: Props) => (
  <Notice tone="danger" title={<Text ns="admission" k="failed" />}>
    <p>
      <ErrorText failure={error} />
    </p>
    <Button look="quiet" size="s" className={styles.retry} pending={isFetching} onClick={onRetry}>
      <Text ns="shell" k="try_again" />
    </Button>
  </Notice>
)
