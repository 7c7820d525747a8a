import styles from './Field.module.css'

type Props = {
  /** Characters typed, counted as the contract counts them. */
  used: number
  max: number
  /** What a screen reader hears, politely, once at most so many are left: "At most 10 left"; below 0, too many. */
  say: (atMost: number) => string
}

/** A live `12/140`. It speaks in steps near the limit, so that typing is not read over. */
export function Counter({ used, max, say }: Props) {
  const left = max - used
  const first = Math.max(10, Math.floor(max * 0.1))
  const step = [-1, 0, 5, 10, 20, first].find((atMost) => left <= atMost && atMost <= first)
  return (
    <span
      className={`tabular soft small ${styles.counter}`}
      data-near={step !== undefined || undefined}
      data-over={left < 0 || undefined}
    >
      <span aria-hidden="true">{`${used}/${max}`}</span>
      <output className="visually-hidden">{step === undefined ? '' : say(step)}</output>
    </span>
  )
}
