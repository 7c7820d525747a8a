import { useEffect, useRef, type ReactNode } from 'react'
import { toastFailure } from '#web/platform/api/failureToast.tsx'

/**
 * Waits for an action and answers whether it succeeded. If the dialog was closed meanwhile, because its post
 * is gone, a toast shows the failure.
 */
export function useFailureToast() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  return (act: Promise<unknown>, failed: ReactNode): Promise<boolean> =>
    act.then(
      () => true,
      (failure: unknown) => {
        if (!isHere.current) toastFailure(failed, failure)
        return false
      },
    )
}
