import { useEffect, useEffectEvent } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls once, with the first sign that somebody is there: for what nobody should wait for, and a visit cut short need not load. */
export function useFirstSign(act: () => void): void {
  const acts = useEffectEvent(act)
  useEffect(() => {
    const listening = new AbortController()
    const onSign = () => {
      listening.abort()
      acts()
    }
    for (const sign of SIGNS)
      window.addEventListener(sign, onSign, { passive: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
}
