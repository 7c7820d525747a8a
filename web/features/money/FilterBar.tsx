import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import styles from './money.module.css'

type Props<F extends string> = {
  filters: readonly F[]
  chosen: F
  onChoose: (filter: F) => void
}

/** `filters` are named by their words, `filter_…`. */
export function FilterBar<F extends 'all' | 'active' | 'ending' | 'open' | 'waiting'>({
  filters,
  chosen,
  onChoose,
}: Props<F>) {
  const { t } = useText('money')
  return (
    <div role="group" aria-label={t('filter')} className={styles.filters}>
      {filters.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === chosen}
          className={styles.filter}
          onClick={() => onChoose(one)}
        >
          <Text ns="money" k={`filter_${one}` satisfies Key<'money'>} />
        </button>
      ))}
    </div>
  )
}
