import { useEffect, type RefObject } from 'react'
import { placeBeside } from './placeBeside.ts'

const PATIENCE_MS = 300
/** For crossing the gap between the thing and its words. */
const GRACE_MS = 150

let lastClosed = 0
/** Once one has opened, its neighbours open at once. */
const patience = () => (Date.now() - lastClosed > GRACE_MS * 2 ? PATIENCE_MS : 0)

/** Shows the second element of a frame, a popover, beside the first while that is pointed at or has the focus. */
export function useBubble(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [thing, words] = (frame.current?.children ?? []) as unknown as HTMLElement[]
    if (!frame.current || !thing || !words?.showPopover) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let shown: AbortController | null = null

    const hide = () => {
      clearTimeout(timer)
      if (!shown) return
      shown.abort()
      shown = null
      lastClosed = Date.now()
      words.hidePopover()
    }
    const show = () => {
      clearTimeout(timer)
      if (shown) return
      shown = new AbortController()
      const { signal } = shown
      const place = () => placeBeside(thing, words)
      const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
      words.showPopover()
      place()
      window.addEventListener('scroll', place, { capture: true, passive: true, signal })
      window.addEventListener('resize', place, { signal })
      window.addEventListener('keydown', pressed, { signal })
    }
    const later = (act: () => void, ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(act, ms)
    }

    const listening = new AbortController()
    const { signal } = listening
    const hear = frame.current.addEventListener.bind(frame.current)
    hear(
      'pointerenter',
      ({ pointerType }) => pointerType !== 'touch' && later(show, shown ? 0 : patience()),
      { signal },
    )
    hear('pointerleave', () => later(hide, GRACE_MS), { signal })
    hear('focusin', () => thing.matches(':focus-visible') && show(), { signal })
    hear('focusout', hide, { signal })
    hear('click', hide, { signal })
    return () => {
      listening.abort()
      hide()
    }
  }, [frame])
}
