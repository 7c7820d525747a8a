import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as a media question asks, and from then on as it changes. */
export function useWindow(question: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const asked = window.matchMedia(question)
      asked.addEventListener('change', onChange)
      return () => asked.removeEventListener('change', onChange)
    },
    [question],
  )
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(question).matches,
    () => false,
  )
}
