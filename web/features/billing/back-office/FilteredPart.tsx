import type { ReactNode, RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { Text, useText } from '#web/text/Text.tsx'

/** Those that wait for a person, by the name each part has for them, or all. */
export function useFilter<Waiting extends string>(waiting: Waiting): Waiting | 'all' {
  const [search] = useSearchParams()
  return search.get('filter') === 'all' ? 'all' : waiting
}

type Props<Waiting> = {
  part: 'declarations' | 'refunds'
  heading: ReactNode
  waiting: Waiting
  chosen: Waiting | 'all'
  place: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A part of the desk whose lines are first of all those that wait for a person. */
export function FilteredPart<Waiting extends 'waiting' | 'open'>(props: Props<Waiting>) {
  const { part, heading, waiting, chosen, place, children } = props
  const { t } = useText('money')
  const [, setSearch] = useSearchParams()
  return (
    <section ref={place} tabIndex={-1} className="stack-4 no-ring" aria-labelledby="part">
      <h2 id="part">{heading}</h2>
      <FilterBar
        label={t('filter')}
        choices={([waiting, 'all'] as const).map((filter) => ({
          filter,
          words: <Text ns="money" k={`filter_${filter}`} />,
        }))}
        chosen={chosen}
        onChoose={(filter) =>
          setSearch({ part, ...(filter === 'all' && { filter }) }, { replace: true })
        }
      />
      {children}
    </section>
  )
}
