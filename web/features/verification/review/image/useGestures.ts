import { useEffect, useEffectEvent, type RefObject } from 'react'
import { moveView, zoomView, type View } from './imageView.ts'

const STEP = 0.1
const WAYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}
const PER_PIXEL = 0.0016
const LINE_PX = 16

/**
 * Moves and zooms what a frame shows, by wheel, dragging and arrow keys, and lets nobody take it
 * along.
 */
export function useGestures(
  frame: RefObject<HTMLElement | null>,
  /** Null while there is nothing to see. */
  view: View | null,
  onView: (change: (view: View) => View) => void,
): void {
  const wheel = useEffectEvent((event: WheelEvent) => {
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1)
    // all of it is seen already: the page goes on scrolling
    if (!view || (pixels > 0 && view.zoom === 1)) return
    event.preventDefault()
    onView((now) => zoomView(now, Math.exp(-pixels * PER_PIXEL)))
  })

  const press = useEffectEvent((event: KeyboardEvent) => {
    const way = WAYS[event.key]
    if (!way || !view || view.zoom === 1) return
    event.preventDefault()
    onView((now) => moveView(now, ...way))
  })

  const drag = useEffectEvent((x: number, y: number) => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
    if (view) onView((now) => moveView(now, x / (clientWidth || 1), y / (clientHeight || 1)))
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    let held: PointerEvent | null = null
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return
      held = event
      element.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      if (!held || held.pointerId !== event.pointerId) return
      drag(event.clientX - held.clientX, event.clientY - held.clientY)
      held = event
    }
    const up = () => (held = null)

    const listening = new AbortController()
    const { signal } = listening
    // not passive, or the page would scroll as well
    element.addEventListener('wheel', (event) => wheel(event), { passive: false, signal })
    element.addEventListener('keydown', (event) => press(event), { signal })
    for (const taking of ['contextmenu', 'dragstart'])
      element.addEventListener(taking, (event) => event.preventDefault(), { signal })
    element.addEventListener('pointerdown', down, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', up, { signal })
    element.addEventListener('pointercancel', up, { signal })
    return () => listening.abort()
  }, [frame])
}
