import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DragHold } from './DragHold.ts'

type Drag = { photoId: string; order: readonly string[] }

/** Puts one photo where another is, and lets those between move up. */
export function movePhoto(photos: readonly string[], photoId: string, to: number): string[] {
  const others = photos.filter((one) => one !== photoId)
  return [...others.slice(0, to), photoId, ...others.slice(to)]
}

/** What came or went while a photo was in the hand counts. */
const withNews = (order: readonly string[], photos: readonly string[]) => [
  ...order.filter((one) => photos.includes(one)),
  ...photos.filter((one) => !order.includes(one)),
]

/** Lets photos be drawn to their place, by a mouse at once, by a finger once it has rested on one. */
export function usePhotoDrag(
  photos: readonly string[],
  onOrder: (photos: string[], photoId: string) => void,
) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const order = drag ? withNews(drag.order, photos) : photos

  const lifted = useEffectEvent((photoId: string) => setDrag({ photoId, order: photos }))
  const over = useEffectEvent((photoId: string, other: string) =>
    // at once, for the photo in the hand is put under it from where it then stands
    flushSync(() => setDrag({ photoId, order: movePhoto(order, photoId, order.indexOf(other)) })),
  )
  const dropped = useEffectEvent((photoId: string, isMeant: boolean) => {
    setDrag(null)
    if (isMeant && order.join() !== photos.join()) onOrder([...order], photoId)
  })

  useEffect(() => {
    if (!list.current) return
    const hold = new DragHold(list.current, {
      lifted: (id) => lifted(id),
      over: (id, other) => over(id, other),
      dropped: (id, isMeant) => dropped(id, isMeant),
    })
    return () => hold.close()
  }, [])

  return { list, order, dragged: drag?.photoId ?? null }
}
