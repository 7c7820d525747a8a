import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#web/paths.ts'

const ROOM = paths.room('')
/** Longer than it takes to draw another room: whatever happens, the screen is not held. */
const MOST_MS = 150

/** From one room to another the one fades into the other, where the browser does that by itself and movement is welcome. */
export function useRoomFade(): void {
  const { pathname } = useLocation()
  const shown = useRef(() => {})
  useLayoutEffect(() => shown.current(), [pathname])
  useEffect(() => {
    if (!('startViewTransition' in document)) return
    let isGoing = false
    const press = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-room]')
      if (!link || isGoing || !isFading(link, event)) return
      event.preventDefault()
      event.stopPropagation()
      const turn = document.startViewTransition(
        () =>
          new Promise<void>((isShown) => {
            shown.current = isShown
            setTimeout(isShown, MOST_MS)
            // pressed again, it does whatever that link does
            isGoing = true
            link.click()
            isGoing = false
          }),
      )
      // cut short by the next, or by a window that is not looked at: the room is shown all the same
      turn.ready.catch(() => {})
      turn.finished.catch(() => {})
    }
    const listening = new AbortController()
    window.addEventListener('click', press, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
}

function isFading(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
  const { pathname } = window.location
  return (
    !isElsewhere &&
    !event.altKey &&
    pathname.startsWith(ROOM) &&
    link.pathname.startsWith(ROOM) &&
    link.pathname !== pathname &&
    !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}
