import { useEffect, useEffectEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** Sooner than the club: an undo it would refuse is not offered. */
const UNDO_MS = limits.waveUndoSeconds * 1000 - 500

/** The seconds in which a wave can be taken back, from when it began by `performance.now()`. */
export function useUndoTime(
  /** They are over, and the way to undo goes away. */
  onSettled: () => void,
) {
  const [begunAt, setBegunAt] = useState<number | null>(null)
  const settle = useEffectEvent(() => {
    onSettled()
    setBegunAt(null)
  })
  useEffect(() => {
    if (begunAt === null) return
    const timer = setTimeout(settle, begunAt + UNDO_MS - performance.now())
    return () => clearTimeout(timer)
  }, [begunAt])
  return { isUndoable: begunAt !== null, begin: setBegunAt, end: () => setBegunAt(null) }
}
