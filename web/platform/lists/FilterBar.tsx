import type { ReactNode } from 'react'
import styles from './lists.module.css'
import { useScrollIntoView } from './useScrollIntoView.ts'

type Choice<Filter> = {
  filter: Filter
  words: ReactNode
  /** How many wait behind it; null or absent says nothing. */
  count?: number | null
}
type Props<Filter> = {
  label: string
  choices: Choice<Filter>[]
  chosen: Filter
  onChoose: (filter: Filter) => void
}

/** One of a few ways to look at a list. */
export function FilterBar<Filter extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: Props<Filter>) {
  // how many wait is known later than what is chosen
  const row = useScrollIntoView<HTMLDivElement>(chosen + choices.map(({ count }) => count).join())
  return (
    <div ref={row} role="group" aria-label={label} className={styles.bar}>
      {choices.map(({ filter, words, count = null }) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === chosen}
          className={`ink-on-hover tall-link-2 soft small bold ${styles.filter}`}
          onClick={() => onChoose(filter)}
        >
          {words}
          {count !== null && (
            <span className={`tiny tabular ${styles.count}`}>
              <span className="visually-hidden">, </span>
              {count}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
