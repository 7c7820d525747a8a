import styles from './Skeleton.module.css'

/** Where something is about to be; silent, so name the waiting region itself with `aria-busy`. */
export function Skeleton({ lines = 1, tall = false }: { lines?: number; tall?: boolean }) {
  return (
    <div className={styles.skeleton} data-tall={tall || undefined} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}
