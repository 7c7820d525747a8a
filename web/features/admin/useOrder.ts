import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

type Drag = { id: string; from: number; to: number; by: number; height: number }

/**
 * A list that is put in order by hand: by dragging, or by Alt and an arrow key. The rows are the
 * children of one element, in the order of `ids`; what moves one has to say so.
 */
export function useOrder(ids: readonly string[], onMove: (id: string, places: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef({ y: 0, middles: [] as number[] })

  const handle = (id: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const row = event.currentTarget.closest('tr')
      if (!row?.parentElement || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const boxes = [...row.parentElement.children].map((one) => one.getBoundingClientRect())
      const from = ids.indexOf(id)
      start.current = { y: event.clientY, middles: boxes.map((box) => box.top + box.height / 2) }
      setDrag({ id, from, to: from, by: 0, height: boxes[from]?.height ?? 0 })
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (!drag) return
      const by = clientY - start.current.y
      setDrag({ ...drag, by, to: findPlace(start.current.middles, drag.from, by) })
    },
    onPointerUp() {
      if (drag && drag.to !== drag.from) onMove(drag.id, drag.to - drag.from)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })

  const row = (id: string) => {
    const at = ids.indexOf(id)
    const isDragged = drag?.id === id
    const by = !drag ? 0 : isDragged ? drag.by : makesRoom(at, drag) * drag.height
    return {
      'data-dragged': isDragged || undefined,
      style: drag ? { transform: `translateY(${by}px)` } : undefined,
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        // a window that a row opened is no part of it
        if (!event.currentTarget.contains(event.target as Node)) return
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
        if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        // or the frame would go to the room above or below
        event.stopPropagation()
        if (ids[at + step]) onMove(id, step)
      },
    }
  }
  return { handle, row }
}

/** Where a row comes to stand: past each one whose middle its own has passed. */
function findPlace(middles: readonly number[], from: number, by: number): number {
  const here = (middles[from] ?? 0) + by
  const above = middles.filter((middle, at) => at < from && middle < here).length
  const below = middles.filter((middle, at) => at > from && middle < here).length
  return above + below
}

/** Those between its old and its new place give way by one. */
const makesRoom = (at: number, { from, to }: Drag): number =>
  at > from && at <= to ? -1 : at < from && at >= to ? 1 : 0
