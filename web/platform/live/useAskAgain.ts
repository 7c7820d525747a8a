import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLiveEvents } from './live.tsx'

const REST_MS = 5_000

/**
 * Asks again for what is shown whenever posts were changed, removed or hidden: at once, then at most
 * every five seconds for each call it takes, so that it uses up little of what a member may ask.
 */
export function useRefetchOnChange(queryKey: readonly unknown[], calls = 1): void {
  const client = useQueryClient()
  const last = useRef(-Infinity)
  const [isDue, setDue] = useState(false)
  useLiveEvents(({ type }) => {
    if (type === 'ready') setDue(true)
  })
  const left = useEffectEvent(() => last.current + calls * REST_MS - performance.now())
  const ask = useEffectEvent(() => {
    last.current = performance.now()
    setDue(false)
    void client.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => ask(), left())
    return () => clearTimeout(timer)
  }, [isDue])
}
