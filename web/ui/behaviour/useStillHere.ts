import { useLayoutEffect, useRef } from 'react'

/** Whether a part of a screen still stands, and is about the same, for what ends long after it began there. */
export function useStillHere(what = ''): () => boolean {
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    shown.current = what
    return () => void (shown.current = null)
  }, [what])
  return () => shown.current === what
}
