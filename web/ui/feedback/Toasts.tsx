// Where toasts appear and are read out: F6 leads to them, and they stay while somebody attends to them.
import { Suspense, useEffect, useRef, useSyncExternalStore, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { currentToasts, watchToasts } from './toastQueue.ts'
import styles from './Toasts.module.css'

/** Fetched after what is seen first, and not when it is wanted: a lost connection is shown by it. */
const card = lazyPart(async () => (await import('./ToastCard.tsx')).ToastCard)

const MOST_SHOWN = 3

type Words = { region: string; close: string }

/**
 * Where toasts appear; once, beside the app, and there before its words, or they would not be read
 * out. F6 leads to them, Escape closes the one that has the focus.
 */
export function ToastRegion({ words }: { words: Words }) {
  const region = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element>(null)
  const toasts = useSyncExternalStore(watchToasts, currentToasts)
  useEffect(() => void card.preload(), [])
  const isHeld = useAttention(region) && toasts.length > 0

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const isInside = region.current?.contains(target) ?? false
      if (event.key === 'Escape' && isInside)
        target?.closest('[role=group]')?.querySelector('button')?.click()
      if (event.key !== 'F6' || currentToasts().length === 0) return
      event.preventDefault()
      if (!isInside) cameFrom.current = target
      region.current?.focus({ preventScroll: true })
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])

  /** Who closed it from within goes on with the next one, or where they came from. */
  const goOn = (gone: Element) => {
    if (!gone.contains(document.activeElement)) return
    const others = [...(region.current?.querySelectorAll('button') ?? [])]
    const next = others.find((button) => !gone.contains(button)) ?? cameFrom.current
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }

  return createPortal(
    <div
      ref={region}
      role="region"
      aria-label={words.region}
      aria-live="polite"
      aria-relevant="additions text"
      tabIndex={-1}
      className={`screen-only ${styles.viewport}`}
    >
      {toasts.map((toast, index) => (
        <Suspense key={toast.id} fallback={null}>
          <card.Part
            toast={toast}
            isHidden={index >= MOST_SHOWN}
            isHeld={isHeld}
            closeWord={words.close}
            onLeave={goOn}
          />
        </Suspense>
      ))}
    </div>,
    document.body,
  )
}

/** Whether somebody points at an element, is in it, or is in another window and sees none of it. */
function useAttention(place: RefObject<HTMLElement | null>): boolean {
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
