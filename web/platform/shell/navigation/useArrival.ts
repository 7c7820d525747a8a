import { useEffect, useRef } from 'react'

const openedAt = globalThis.location?.pathname
let hasMoved = false

/**
 * After a change of screens the focus goes to the new one, as it would on a fresh page; not on the
 * page that was opened, however often its screen is drawn, and not when the screen has already put
 * it somewhere.
 */
export function useArrival() {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    hasMoved ||= window.location.pathname !== openedAt
    if (hasMoved && isLost) main.current?.focus({ preventScroll: true })
  }, [])
  return main
}
