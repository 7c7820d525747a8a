// Draws, moves and resizes what blackens or crops a document's picture, by a pointer of whatever kind.
import { useState, type PointerEvent } from 'react'
import { boxAround, toBox, growBox, moveBox, centerBox, type Box, type Point } from './boxes.ts'
import { findBox, withBox, withTarget, type Edit, type EditTarget } from './edit.ts'

export type Tool = 'blacken' | 'crop'

type Drag = {
  pointer: number
  kind: 'draw' | 'move' | 'grow'
  target: EditTarget | null
  from: Point
  start: Box | null
  /** What the box would be if the pointer were let go now. */
  box: Box | null
}
type Options = {
  edit: Edit
  tool: Tool
  onSelect: (target: EditTarget) => void
  onChange: (edit: Edit) => void
}

/** A shorter way is a tap: it sets a box of the usual size, or brings the frame there, so that nobody has to drag. */
const TAP = 0.015

/** Spread on the picture's frame. */
export function useDrag({ edit, tool, onSelect, onChange }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const { size } = edit

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || drag) return
    const hit = event.target as Element
    const element = hit.closest<HTMLElement>('[data-target]')
    const target = findTarget(element)
    const isGrip = hit.closest('[data-grip]') !== null
    const box = target === null ? undefined : findBox(edit, target)
    // a frame around everything cannot be moved, only drawn again
    const isDrawn = !box || (target === 'crop' && !isGrip && box.width === size.width)
    // or the browser would give the focus to the frame, which has the pointer now
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    element?.focus()
    setDrag({
      pointer: event.pointerId,
      kind: isDrawn ? 'draw' : isGrip ? 'grow' : 'move',
      target: isDrawn ? null : target,
      from: findPoint(event, edit),
      start: box ?? null,
      box: null,
    })
  }

  const boxAt = ({ kind, from, start }: Drag, to: Point): Box => {
    const [x, y] = [to.x - from.x, to.y - from.y]
    if (kind === 'draw' || !start) return toBox(from, to, size)
    return kind === 'move'
      ? moveBox(start, { x, y }, size)
      : growBox(start, { width: x, height: y }, size)
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag?.pointer !== event.pointerId) return
    setDrag({ ...drag, box: boxAt(drag, findPoint(event, edit)) })
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (drag?.pointer !== event.pointerId) return
    setDrag(null)
    const to = findPoint(event, edit)
    const isTap =
      Math.abs(to.x - drag.from.x) < size.width * TAP &&
      Math.abs(to.y - drag.from.y) < size.height * TAP
    if (isTap && tool === 'crop') {
      const { crop } = edit
      const isWhole = crop.width === size.width && crop.height === size.height
      if (drag.kind !== 'grow' && !isWhole)
        onChange(withTarget(edit, 'crop', centerBox(crop, to, size)))
    } else if (drag.target !== null) {
      if (!isTap) onChange(withTarget(edit, drag.target, boxAt(drag, to)))
    } else if (tool === 'crop') {
      onChange(withTarget(edit, 'crop', boxAt(drag, to)))
    } else {
      onSelect(edit.blackened.length)
      onChange(withBox(edit, isTap ? boxAround(to, size) : boxAt(drag, to)))
    }
  }

  const onPointerCancel = () => setDrag(null)
  return {
    /** The picture as it would be if the pointer were let go now. */
    shown: drag?.box ? applyBox(edit, tool, drag.target, drag.box) : edit,
    props: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  }
}

function applyBox(edit: Edit, tool: Tool, target: EditTarget | null, box: Box): Edit {
  if (target !== null) return withTarget(edit, target, box)
  return tool === 'crop' ? withTarget(edit, 'crop', box) : withBox(edit, box)
}

function findTarget(element: HTMLElement | null): EditTarget | null {
  const name = element?.dataset['target']
  return name === undefined ? null : name === 'crop' ? 'crop' : Number(name)
}

function findPoint({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>, { size }: Edit) {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return {
    x: ((clientX - left) / width) * size.width,
    y: ((clientY - top) / height) * size.height,
  }
}
