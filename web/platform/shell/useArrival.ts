import { useEffect, useRef } from 'react'

let arrivedBefore = false

/**
 * After a change of screens the focus goes to the new one, as it would on a fresh page; not on the
 * first, and not when the screen has already put it somewhere.
 */
export function useArrival() {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (arrivedBefore && isLost) main.current?.focus({ preventScroll: true })
    arrivedBefore = true
  }, [])
  return main
}
