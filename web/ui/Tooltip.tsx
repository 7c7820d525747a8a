import { cloneElement, useId, useRef, type ReactElement, type ReactNode } from 'react'
import styles from './Tooltip.module.css'
import { useBubble } from './useBubble.ts'

type Props = { words: ReactNode; children: ReactElement<{ 'aria-describedby'?: string }> }

/**
 * Says why, on hover and on focus, and always to a screen reader. A button that does nothing yet
 * stays focusable with `aria-disabled` instead of `disabled`, or nobody could reach the words.
 * The pointer may move onto the words, and Escape takes them away (WCAG 1.4.13).
 */
export function Tooltip({ words, children }: Props) {
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  useBubble(frame)
  return (
    <span ref={frame} className={styles.frame}>
      {cloneElement(children, { 'aria-describedby': id })}
      <span id={id} role="tooltip" popover="manual" className={styles.popup}>
        {words}
      </span>
    </span>
  )
}
