import { useEffect, useEffectEvent, useState } from 'react'

/** Files let go anywhere on the screen; whether some hang above it. Without this the browser would open them. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const dropped = useEffectEvent(onFiles)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const left = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      dropped(files)
    }
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', left, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [])

  return isOver
}
