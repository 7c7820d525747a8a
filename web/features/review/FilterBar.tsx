import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import type { Filter } from './submissions.ts'
import styles from './FilterBar.module.css'

type Props = { filter: Filter; waiting: number | null; onFilter: (filter: Filter) => void }

const FILTERS: Filter[] = ['all', 'queue']

export function FilterBar({ filter, waiting, onFilter }: Props) {
  const { t } = useText('review')
  return (
    <div role="group" aria-label={t('filter')} className={styles.bar}>
      {FILTERS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === filter}
          className={styles.filter}
          onClick={() => onFilter(one)}
        >
          <Text ns="review" k={one} />
          {one === 'queue' && waiting !== null && (
            <span className={styles.count}>
              <span className="visually-hidden">, </span>
              {waiting}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
