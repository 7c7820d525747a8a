import type { ReactNode } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import styles from './lists.module.css'

type Props = { title: ReactNode; error: unknown; isFetching: boolean; retry: () => unknown }

/** Stands where a part of a page could not be loaded, while the rest of it is there. */
export const SectionError = ({ title, error, isFetching, retry }: Props) => (
  <Notice tone="danger" title={title}>
    <p>
      <ErrorText failure={error} />
    </p>
    <Button
      ref={useFocusHandover}
      look="quiet"
      size="s"
      className={styles.retry}
      pending={isFetching}
      onClick={() => void retry()}
    >
      <Text ns="shell" k="try_again" />
    </Button>
  </Notice>
)
