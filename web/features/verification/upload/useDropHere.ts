import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** A file let go over one element; whether one hangs above it. */
export function useDropHere(
  place: RefObject<HTMLElement | null>,
  onFile: (file: File) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const dropped = useEffectEvent(onFile)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const left = ({ relatedTarget }: DragEvent) => {
      if (!element.contains(relatedTarget as Node | null)) setOver(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) dropped(file)
    }
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('dragleave', left, { signal })
    element.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [place])

  return isOver
}
