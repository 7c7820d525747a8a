import { useEffect, useRef, type ReactNode } from 'react'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'

/**
 * Sees an act through and answers whether it was done. The post that its window belongs to may be
 * gone before its answer is here: why it was not is told by a toast then.
 */
export function useTelling() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  return (act: Promise<unknown>, failed: ReactNode): Promise<boolean> =>
    act.then(
      () => true,
      (failure: unknown) => {
        if (!isHere.current)
          addToast({
            title: failed,
            description: <ErrorText failure={failure} />,
            tone: 'danger',
          })
        return false
      },
    )
}
