import { notifyManager } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError } from '#web/platform/api/call.ts'

/**
 * A setting that is saved with each change: what is wanted shows in the event itself, as a box
 * would by itself, and goes back with a reason if it cannot be saved. A choice that is changed
 * meanwhile is saved last. `save` ends when what is saved is known to the screen.
 */
export function useSaved<T>(saved: T, save: (next: T) => Promise<unknown>) {
  const [wanted, setWanted] = useState<{ value: T } | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const last = useRef<{ value: T } | null>(null)

  const run = async () => {
    try {
      let sent = null
      while (sent !== last.current) {
        sent = last.current
        if (sent) await save(sent.value)
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
    } finally {
      last.current = null
      // behind the queue that brings what is saved, or the old would show for a blink
      notifyManager.schedule(() => setWanted(last.current))
    }
  }
  const change = (value: T) => {
    const isSaving = last.current !== null
    last.current = { value }
    setWanted(last.current)
    setFailure(null)
    if (!isSaving) void run()
  }
  return { value: wanted ? wanted.value : saved, isSaving: wanted !== null, change, failure }
}
