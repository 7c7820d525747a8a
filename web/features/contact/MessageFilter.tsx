import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import type { Filter } from './useMessages.ts'
import styles from './MessageFilter.module.css'

type Props = { filter: Filter; open: number | null; onFilter: (filter: Filter) => void }

const FILTERS: Filter[] = ['open', 'all']

export function MessageFilter({ filter, open, onFilter }: Props) {
  const { t } = useText('contact')
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
          <Text ns="contact" k={one} />
          {one === 'open' && open !== null && (
            <span className={styles.count}>
              <span className="visually-hidden">, </span>
              {open}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
