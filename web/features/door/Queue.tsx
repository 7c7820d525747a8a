import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { admit, getDoor } from '#contract/door.ts'
import { call, CallError, query } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './desk.module.css'
import door from './door.module.css'
import { Failed } from './Failed.tsx'
import { QueueTable } from './QueueTable.tsx'
import { SearchBar } from './SearchBar.tsx'
import { useQueue, useRefresh } from './useLines.ts'
import { useTold } from './useTold.tsx'

/** Addresses and accounts in line, the longest waiting first. */
export function Queue() {
  const { t } = useText('admission')
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('search') ?? ''
  const list = useQueue(wanted)
  const { lines, error, isFetching } = list
  const waiting = useQuery(query(getDoor, {})).data?.waiting
  const refresh = useRefresh()
  const place = useRef<HTMLElement>(null)
  const { told, tell } = useTold()
  const [failure, setFailure] = useState<CallError | null>(null)
  const [isPending, setPending] = useState(false)

  /** The line may be gone by then, and the focus with it. */
  const settle = async (k: Parameters<typeof tell>[0], count?: number) => {
    tell(k, count)
    await refresh()
    place.current?.focus()
  }
  const letIn = async (ids: string[]) => {
    if (isPending) return
    setPending(true)
    setFailure(null)
    try {
      const { admitted } = await call(admit, { body: { ids } })
      await settle(admitted > 0 ? 'admitted' : 'gone', admitted)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <section ref={place} tabIndex={-1} className={styles.part} aria-labelledby="queue">
      <header className={styles.head}>
        <h2 id="queue">
          <Text ns="admission" k="queue" />
        </h2>
        {waiting !== undefined && (
          <p>
            <Text ns="admission" k="waiting" values={{ count: waiting }} />
          </p>
        )}
      </header>
      <SearchBar
        key={wanted}
        wanted={wanted}
        onSearch={(words) => setSearch(words ? { search: words } : {}, { replace: true })}
      />
      <p role="status" className={door.told}>
        {told}
      </p>
      {failure && (
        <Notice tone="danger">
          <ErrorText failure={failure} />
        </Notice>
      )}
      {!lines && !error && (
        <div role="group" aria-busy="true" aria-label={t('loading')}>
          <Skeleton tall />
        </div>
      )}
      {!lines && error && (
        <Failed error={error} isFetching={isFetching} onRetry={() => void list.refetch()} />
      )}
      {lines?.length === 0 && (
        <EmptyState title={<Text ns="admission" k={wanted ? 'nobody_found' : 'queue_empty'} />}>
          {!wanted && <Text ns="admission" k="queue_empty_text" />}
        </EmptyState>
      )}
      {lines && lines.length > 0 && (
        <QueueTable
          lines={lines}
          isPending={isPending}
          onAdmit={(ids) => void letIn(ids)}
          onDeclined={(isGone) => settle(isGone ? 'gone' : 'declined')}
        />
      )}
      {list.hasNextPage && (
        <Button
          look="quiet"
          className={styles.more}
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          <Text ns="admission" k="more" />
        </Button>
      )}
    </section>
  )
}
