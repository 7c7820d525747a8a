import { useEffect, useState } from 'react'
import { useSession } from './session.ts'

const TICK_MS = 30_000

/** The club's clock, moving on often enough for "5 minutes ago". */
export function useNow(): Date {
  const { clubNow } = useSession()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return clubNow()
}
