import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as a media question asks, and from then on as it changes. */
export function useWindow(question: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(question)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [question],
  )
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(question).matches,
    () => false,
  )
}
