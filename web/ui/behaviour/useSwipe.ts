import { useEffect, useEffectEvent, type RefObject } from 'react'

const FAR_ENOUGH = 40

/** Moves with a finger to the right or down and, let go far enough out, is gone. */
export function useSwipe(card: RefObject<HTMLElement | null>, onGone: () => void): void {
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    const element = card.current
    if (!element) return
    let start: PointerEvent | null = null

    const moved = ({ clientX, clientY }: PointerEvent) => {
      const x = Math.max(0, clientX - (start?.clientX ?? clientX))
      const y = Math.max(0, clientY - (start?.clientY ?? clientY))
      return x >= y ? { x, y: 0 } : { x: 0, y }
    }
    const put = ({ x, y }: { x: number; y: number }) => {
      element.style.setProperty('--toast-swipe-movement-x', `${x}px`)
      element.style.setProperty('--toast-swipe-movement-y', `${y}px`)
    }
    const down = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' || (event.target as Element).closest('button, a')) return
      start = event
      element.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      if (start) put(moved(event))
    }
    const up = (event: PointerEvent) => {
      const { x, y } = moved(event)
      start = null
      if (x + y > FAR_ENOUGH) gone()
      else put({ x: 0, y: 0 })
    }
    const cancel = () => {
      start = null
      put({ x: 0, y: 0 })
    }

    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerdown', down, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', up, { signal })
    element.addEventListener('pointercancel', cancel, { signal })
    return () => listening.abort()
  }, [card])
}
