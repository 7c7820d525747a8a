import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Key } from '#web/text/catalogues.ts'
import { FilterBar } from '#web/platform/FilterBar.tsx'
import { LoadFailed } from '#web/platform/LoadFailed.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { AnswerDraft } from './AnswerForm.tsx'
import { Request } from './Request.tsx'
import { useRequests, type Filter } from './useRequests.ts'
import styles from './rights.module.css'

export type Told = { k: Key<'rights'>; number: string }
/** What has been typed so far, by request; kept while the list is open. */
export type Drafts = { answers: Map<string, AnswerDraft>; reasons: Map<string, string> }

/** What members ask for by right: what is open, the next due on top, and what was answered. */
export function RequestDesk() {
  const { t } = useText('rights')
  const [search, setSearch] = useSearchParams()
  const filter: Filter = search.get('filter') === 'closed' ? 'closed' : 'open'
  const list = useRequests(filter)
  const { requests, error } = list
  const place = useRef<HTMLElement>(null)
  const [drafts] = useState<Drafts>(() => ({ answers: new Map(), reasons: new Map() }))
  const [told, setTold] = useState<Told | null>(null)

  /** The request may be gone from the list by then, and the focus with it. */
  const settle = async (id: string, words: Told) => {
    const next = requests?.[requests.findIndex((one) => one.id === id) + 1]?.id
    setTold(words)
    const isThere = (await list.refresh()).some((one) => one.id === id)
    const item = place.current?.querySelector<HTMLElement>(
      `[data-request="${isThere ? id : next}"]`,
    )
    ;(item ?? place.current)?.focus()
  }

  return (
    <section ref={place} tabIndex={-1} className={styles.desk} aria-label={t('list')}>
      <FilterBar
        label={t('filter')}
        choices={[
          { filter: 'open', words: <Text ns="rights" k="open" /> },
          { filter: 'closed', words: <Text ns="rights" k="closed" /> },
        ]}
        chosen={filter}
        onChoose={(chosen) => {
          setTold(null)
          setSearch(chosen === 'closed' ? { filter: chosen } : {}, { replace: true })
        }}
      />
      <p role="status" className={styles.told}>
        {told && <Text ns="rights" k={told.k} values={{ number: told.number }} />}
      </p>
      {!requests && !error && (
        <div role="group" aria-busy="true" aria-label={t('loading')} className={styles.list}>
          <Skeleton tall />
          <Skeleton tall />
        </div>
      )}
      {!requests && error && (
        <LoadFailed
          title={<Text ns="rights" k="failed" />}
          error={error}
          isFetching={list.isFetching}
          retry={list.refresh}
        />
      )}
      {requests?.length === 0 && (
        <EmptyState title={<Text ns="rights" k={`empty_${filter}`} />}>
          {filter === 'open' && <Text ns="rights" k="empty_open_text" />}
        </EmptyState>
      )}
      {requests && requests.length > 0 && (
        <ol className={styles.list}>
          {requests.map((request) => (
            <li key={request.id}>
              <Request
                request={request}
                drafts={drafts}
                onSettled={(k) => settle(request.id, { k, number: request.number })}
              />
            </li>
          ))}
        </ol>
      )}
      {list.hasMore && (
        <Button
          look="quiet"
          className={styles.more}
          pending={list.isLoadingMore}
          onClick={list.showMore}
        >
          <Text ns="rights" k="more" />
        </Button>
      )}
    </section>
  )
}
