import { useRef, useState } from 'react'
import { useAttempt } from './useAttempt.tsx'

/** One press, one act: once at a time, with a proof first if the server asks for one. */
export function useAct() {
  const { attempt, decline, proof } = useAttempt()
  const running = useRef(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  /** Whether it was done. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setPending(true)
    setFailure(null)
    try {
      return await attempt(act)
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { run, isPending, failure, forget: () => setFailure(null), decline, proof }
}
