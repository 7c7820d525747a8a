import styles from './Skeleton.module.css'

type Part = 'tile' | 'round' | 'title' | 'line' | 'half' | 'brief'
type Props = {
  lines?: number | undefined
  tall?: boolean
  /** The shapes of what is about to come, from top to bottom, instead of lines. */
  parts?: readonly Part[] | undefined
  className?: string | undefined
}

/** Where something is about to be; silent, so name the waiting region itself with `aria-busy`. */
export function Skeleton({ lines = 1, tall = false, parts, className }: Props) {
  return (
    <div
      className={[styles.skeleton, className].filter(Boolean).join(' ')}
      data-tall={tall || undefined}
      aria-hidden="true"
    >
      {parts
        ? parts.map((part, index) => <span key={index} data-part={part} />)
        : Array.from({ length: lines }, (_, line) => <span key={line} />)}
    </div>
  )
}
