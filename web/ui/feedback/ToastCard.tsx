// A toast: read out, gone after some seconds unless somebody holds it, or when closed or swiped away.
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { dropToast, type Toast } from './toastQueue.ts'
import styles from './Toasts.module.css'

const SHOWN_MS = { danger: 10_000, success: 6_000, info: 6_000 }
const ICONS = { danger: 'warning', success: 'check', info: 'info' } as const

type Props = {
  toast: Toast
  isHidden: boolean
  /** Its time stands still. */
  isHeld: boolean
  closeWord: string
  onLeave: (card: HTMLElement) => void
}

export function ToastCard({ toast, isHidden, isHeld, closeWord, onLeave }: Props) {
  const { id, serial, title, description, tone, isOver } = toast
  const name = useId()
  const card = useRef<HTMLDivElement>(null)
  const [isStarting, setStarting] = useState(true)
  /** The serial it had when it left; with a new one it stays. */
  const [ended, setEnded] = useState<number>()
  const isEnding = ended === serial

  useEffect(() => {
    const frame = requestAnimationFrame(() => setStarting(false))
    return () => cancelAnimationFrame(frame)
  }, [])

  const leave = () => {
    if (card.current) onLeave(card.current)
    setEnded(serial)
  }
  useSwipe(card, leave)
  useEffect(() => {
    if (!isEnding) return
    let isOver = true
    const ends = card.current?.getAnimations?.().map(({ finished }) => finished) ?? []
    void Promise.allSettled(ends).then(() => isOver && dropToast(id))
    return () => void (isOver = false)
  }, [isEnding, id])

  const left = useRef(SHOWN_MS[tone])
  useEffect(() => void (left.current = SHOWN_MS[tone]), [serial, tone])
  const timeIsUp = useEffectEvent(leave)
  useEffect(() => {
    if (isOver) timeIsUp()
  }, [isOver])
  useEffect(() => {
    if (isHeld) return
    const since = Date.now()
    const timer = setTimeout(() => timeIsUp(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [isHeld, serial])

  return (
    <div
      ref={card}
      role="group"
      aria-labelledby={name}
      className={styles.toast}
      data-tone={tone}
      data-limited={isHidden || undefined}
      data-starting-style={(isStarting && !isEnding) || undefined}
      data-ending-style={isEnding || undefined}
    >
      <Icon name={ICONS[tone]} />
      <div key={serial} className={styles.words} {...(tone === 'danger' && { role: 'alert' })}>
        <h2 id={name} className={styles.title}>
          {title}
        </h2>
        {description && <p className="soft small">{description}</p>}
      </div>
      <button
        type="button"
        className={`icon-button ${styles.close}`}
        aria-label={closeWord}
        onClick={leave}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}

const FAR_ENOUGH = 40

/** Moves with a finger to the right or down and, let go far enough out, is gone. */
function useSwipe(card: RefObject<HTMLElement | null>, onGone: () => void): void {
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    const element = card.current
    if (!element) return
    let start: PointerEvent | null = null

    const moved = ({ clientX, clientY }: PointerEvent) => {
      const x = Math.max(0, clientX - (start?.clientX ?? clientX))
      const y = Math.max(0, clientY - (start?.clientY ?? clientY))
      return x >= y ? { x, y: 0 } : { x: 0, y }
    }
    const put = ({ x, y }: { x: number; y: number }) => {
      element.style.setProperty('--toast-swipe-movement-x', `${x}px`)
      element.style.setProperty('--toast-swipe-movement-y', `${y}px`)
    }
    const down = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' || (event.target as Element).closest('button, a')) return
      start = event
      element.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      if (start) put(moved(event))
    }
    const up = (event: PointerEvent) => {
      const { x, y } = moved(event)
      start = null
      if (x + y > FAR_ENOUGH) gone()
      else put({ x: 0, y: 0 })
    }
    const cancel = () => {
      start = null
      put({ x: 0, y: 0 })
    }

    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerdown', down, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', up, { signal })
    element.addEventListener('pointercancel', cancel, { signal })
    return () => listening.abort()
  }, [card])
}
