import styles from './Counter.module.css'

type Props = {
  /** Characters typed, counted as the contract counts them. */
  used: number
  max: number
  /** What a screen reader hears, politely, once little room is left: "12 characters left". */
  announcement: string
}

/** A live `12/140`. It speaks only near the limit, so that typing is not read over. */
export function Counter({ used, max, announcement }: Props) {
  const left = max - used
  const near = left <= Math.max(10, max * 0.1)
  return (
    <span className={styles.counter} data-over={left < 0 || undefined}>
      <span aria-hidden="true">{`${used}/${max}`}</span>
      <output className="visually-hidden">{near ? announcement : ''}</output>
    </span>
  )
}
