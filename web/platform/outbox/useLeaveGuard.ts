import { useLayoutEffect, useRef, useState } from 'react'
import { interceptHistory } from './historyHold.ts'

type Wish = { go: () => void }

/**
 * Asks before a member leaves a screen, by a link, by going back or by closing the tab.
 * `wish` is where they were going inside the club, until `leave` lets them or `stay` does not;
 * the tab itself is asked about by the browser, in its own words.
 */
export function useLeaveGuard(isHeld: boolean) {
  const [wish, setWish] = useState<Wish | null>(null)
  const hold = useRef<AbortController | null>(null)

  // there from the moment the screen shows what would be lost
  useLayoutEffect(() => {
    if (!isHeld) return
    const listening = new AbortController()
    const { signal } = listening
    hold.current = listening
    const letGo = interceptHistory(popGuard(setWish))
    signal.addEventListener('abort', letGo)
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    // before the link’s own handler
    const first = { capture: true, signal }
    window.addEventListener('click', (event) => heldClick(event, setWish), first)
    return () => listening.abort()
  }, [isHeld])

  return {
    wish,
    stay: () => setWish(null),
    leave: () => {
      hold.current?.abort()
      setWish(null)
      wish?.go()
    },
  }
}

function heldClick(event: MouseEvent, hold: (wish: Wish) => void): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
  if (!link?.href || isElsewhere || (link.target && link.target !== '_self')) return
  const isHere = link.pathname === window.location.pathname
  if (link.origin !== window.location.origin || isHere) return
  event.preventDefault()
  event.stopPropagation()
  // clicked again, it does whatever that link does
  hold({ go: () => link.click() })
}

/** The browser has moved already when `popstate` comes: it is sent back at once, before the router sees it. */
function popGuard(hold: (wish: Wish) => void) {
  const here = placeInHistory()
  let isReturning = false
  return (event: PopStateEvent) => {
    const steps = placeInHistory() - here
    if (isReturning) event.stopImmediatePropagation()
    isReturning = false
    // a jump within the page has no place of its own
    if (!steps) return
    event.stopImmediatePropagation()
    isReturning = true
    history.go(-steps)
    hold({ go: () => history.go(steps) })
  }
}

/** The router counts its entries there. */
const placeInHistory = (): number => (history.state as { idx?: number } | null)?.idx ?? Number.NaN
