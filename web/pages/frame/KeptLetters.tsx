import { useEffect, type RefObject } from 'react'

/** In the place of the window while it is fetched: what is typed meanwhile is meant for its field, and for nothing else. */
export function KeptLetters({ typed }: { typed: RefObject<string> }) {
  useEffect(() => {
    const listening = new AbortController()
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if ([...key].length === 1) typed.current += key
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // stops when something is clicked, to type there
    window.addEventListener('pointerdown', () => listening.abort(), { signal: listening.signal })
    window.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [typed])
  return null
}
