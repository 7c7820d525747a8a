// Every contract, or those whose charge failed, found by number or member; an admin pays back from here.
import { useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { SubscriptionLine } from '#contract/billing/backOffice.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { SearchBar } from '#web/platform/lists/SearchBar.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { SubscriptionTable } from './SubscriptionTable.tsx'
import { useRefresh, useSubscriptions } from './useMoney.ts'
import styles from './backOffice.module.css'

const FILTERS = ['all', 'active', 'ending'] as const

type Props = {
  /** Only those whose charge failed. */
  isFailing?: boolean
  showStatus: (words: ReactNode) => void
}

export function Subscriptions({ isFailing = false, showStatus }: Props) {
  const { t } = useText('money')
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('search') ?? ''
  const filter = FILTERS.find((one) => one === search.get('filter')) ?? 'all'
  const list = useSubscriptions(isFailing ? 'failing' : filter, wanted)
  const refresh = useRefresh()
  const [refunding, setRefunding] = useState<SubscriptionLine | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const change = (name: 'search' | 'filter', value: string) => {
    const next = new URLSearchParams(search)
    if (value && value !== 'all') next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  const part = isFailing ? 'part_failing' : 'part_subscriptions'
  const empty = isFailing ? 'empty_failing' : 'empty_subscriptions'
  return (
    <section className="stack-4 no-ring" aria-labelledby="part">
      <Text as="h2" id="part" ns="money" k={part} />
      <div className={`row-3 ${styles.tools}`}>
        <SearchBar
          wanted={wanted}
          list={list}
          onSearch={(words) => change('search', words)}
          longest={100}
          words={{
            field: <Text ns="money" k="search" />,
            search: <Text ns="money" k="search_do" />,
            clear: <Text ns="money" k="search_clear" />,
          }}
        />
        {!isFailing && (
          <FilterBar
            label={t('filter')}
            choices={FILTERS.map((one) => ({
              filter: one,
              words: <Text ns="money" k={`filter_${one}`} />,
            }))}
            chosen={filter}
            onChoose={(chosen) => change('filter', chosen)}
          />
        )}
      </div>
      <PagedList
        list={list}
        isPart
        failed={<Text ns="money" k="failed" />}
        empty={
          <EmptyState
            title={<Text ns="money" k={wanted || filter !== 'all' ? 'empty_found' : empty} />}
          />
        }
      >
        {(lines) => (
          <SubscriptionTable
            lines={lines}
            onRefund={(line, button) => {
              opener.current = button
              setRefunding(line)
            }}
          />
        )}
      </PagedList>
      <RefundDialog
        line={refunding}
        onClose={() => {
          setRefunding(null)
          opener.current?.focus()
        }}
        onDone={({ number }) => {
          showStatus(<Text ns="money" k="refund_done" values={{ number }} />)
          setRefunding(null)
          opener.current?.focus()
          void refresh()
        }}
      />
    </section>
  )
}
