import { useEffect, useState, type RefObject } from 'react'

/** Whether somebody points at an element, is in it, or is in another window and sees none of it. */
export function useAttention(place: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isInside, setInside] = useState(false)
  const [isAway, setAway] = useState(false)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerenter', () => setPointedAt(true), { signal })
    element.addEventListener('pointerleave', () => setPointedAt(false), { signal })
    element.addEventListener('focusin', () => setInside(true), { signal })
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => setInside(element.contains(relatedTarget as Node | null)),
      { signal },
    )
    window.addEventListener('blur', () => setAway(true), { signal })
    window.addEventListener('focus', () => setAway(false), { signal })
    return () => listening.abort()
  }, [place])

  return isPointedAt || isInside || isAway
}
