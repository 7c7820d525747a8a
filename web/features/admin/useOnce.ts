import { useRef, useState } from 'react'
import { CallError } from '#web/platform/api/call.ts'

/** One press, one act, once at a time; for acts that ask for no proof. */
export function useOnce() {
  const running = useRef(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)

  const run = async (act: () => Promise<unknown>): Promise<void> => {
    if (running.current) return
    running.current = true
    setPending(true)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { run, isPending, failure }
}
