import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same for whoever keeps it, and does what it does now. */
export function useEventCallback<A extends unknown[]>(
  act: (...args: A) => void,
): (...args: A) => void {
  const now = useRef(act)
  useLayoutEffect(() => {
    now.current = act
  })
  return useCallback((...args: A) => now.current(...args), [])
}
