import type { ReactNode } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'

type Props = {
  title: ReactNode
  error: Error
  isFetching: boolean
  retry: () => unknown
  /** The failure is also shown as a toast, which is the one that is read out. */
  hasToast?: boolean | undefined
}

/** Says what could not be loaded and why, with a button to try again. */
export function LoadFailed({ title, error, isFetching, retry, hasToast = false }: Props) {
  return (
    <div role={hasToast ? undefined : 'alert'}>
      <EmptyState
        title={title}
        actions={
          <Button ref={useFocusHandover} pending={isFetching} onClick={() => void retry()}>
            <Text ns="shell" k="try_again" />
          </Button>
        }
      >
        <ErrorText failure={error} />
      </EmptyState>
    </div>
  )
}
