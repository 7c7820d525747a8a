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
  /** A toast says it as well, and one of them is read out. */
  isTold?: boolean | undefined
}

/** Stands where something could not be loaded: what, why, and another try. */
export function LoadFailed({ title, error, isFetching, retry, isTold = false }: Props) {
  return (
    <div role={isTold ? undefined : 'alert'}>
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
