// Admins search who waits to be admitted, the longest waiting first, and admit or decline them.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { admit, getDoor } from '#contract/admission/admission.ts'
import { limits } from '#contract/limits.ts'
import { call, CallError, query } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { SearchBar } from '#web/platform/lists/SearchBar.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useUnsavedWords } from '#web/platform/lists/useUnsavedWords.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { holdFocus } from '#web/ui/behaviour/regainFocus.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LateMessage, StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import styles from '#web/features/admission/desk.module.css'
import { QueueTable } from './QueueTable.tsx'
import { declineDrafts } from '#web/features/admission/invitations/DeclineButton.tsx'
import { useQueue, useRefresh } from '#web/features/admission/invitations/useLines.ts'

/** Addresses and accounts in line, the longest waiting first. */
export function Queue() {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('search') ?? ''
  const list = useQueue(wanted)
  const waiting = useQuery(query(getDoor, {})).data?.waiting
  const refresh = useRefresh()
  const place = useRef<HTMLElement>(null)
  const drafts = useTabDrafts(declineDrafts)
  const unsaved = useUnsavedWords({
    list,
    key: wanted,
    hasEveryOpen: wanted === '',
    kinds: [{ drafts, isOpen: () => true }],
    nameOf: ({ username, email }) => username ?? email,
    place,
  })
  const [status, setStatus] = useStatusMessage()
  const [failure, setFailure] = useState<CallError | null>(null)
  const [isPending, setPending] = useState(false)

  /** The line may be gone by then, and the focus with it. */
  const settle = async (k: 'admitted' | 'gone' | 'declined', count = 1, passOn = holdFocus()) => {
    const words = <Text ns="admission" k={k} values={{ count }} />
    setStatus(k === 'gone' ? <LateMessage>{words}</LateMessage> : words)
    await refresh()
    passOn(place.current)
  }
  const letIn = async (ids: string[]) => {
    if (isPending) return
    const passOn = holdFocus()
    setPending(true)
    setFailure(null)
    try {
      const { admitted } = await call(admit, { body: { ids } })
      await settle(admitted > 0 ? 'admitted' : 'gone', admitted, passOn)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <section ref={place} tabIndex={-1} className="stack-4 no-ring" aria-labelledby="queue">
      <header className={styles.head}>
        <Text as="h2" id="queue" ns="admission" k="queue" />
        {waiting !== undefined && (
          <Text as="p" ns="admission" k="waiting" values={{ count: waiting }} />
        )}
      </header>
      <SearchBar
        wanted={wanted}
        list={list}
        onSearch={(words) => setSearch(words ? { search: words } : {}, { replace: true })}
        longest={limits.email}
        words={{
          field: <Text ns="admission" k="search" />,
          search: <Text ns="admission" k="search_do" />,
          clear: <Text ns="admission" k="search_clear" />,
        }}
      />
      <StatusMessage>{status}</StatusMessage>
      {unsaved}
      <ErrorNotice failure={failure} />
      <PagedList
        list={list}
        isPart
        failed={<Text ns="admission" k="failed" />}
        empty={
          <EmptyState title={<Text ns="admission" k={wanted ? 'nobody_found' : 'queue_empty'} />}>
            {!wanted && <Text ns="admission" k="queue_empty_text" />}
          </EmptyState>
        }
      >
        {(lines) => (
          <QueueTable
            lines={lines}
            isPending={isPending}
            drafts={drafts}
            onAdmit={(ids) => void letIn(ids)}
            onDeclined={(isGone) => settle(isGone ? 'gone' : 'declined')}
          />
        )}
      </PagedList>
    </section>
  )
}
