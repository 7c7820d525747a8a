import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function of a stable identity that always calls the latest version. */
export function useEventCallback<A extends unknown[]>(
  act: (...args: A) => void,
): (...args: A) => void {
  const now = useRef(act)
  useLayoutEffect(() => {
    now.current = act
  })
  return useCallback((...args: A) => now.current(...args), [])
}
