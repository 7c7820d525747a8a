// What members ask for by right: what is open, the next due on top, and what was answered.
import { useState } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useAddressChoice } from '#web/platform/lists/useAddressChoice.ts'
import { useFocusNextRow } from '#web/platform/lists/useFocusNextRow.ts'
import { useUnsavedWords } from '#web/platform/lists/useUnsavedWords.tsx'
import { useNow } from '#web/platform/session/useNow.ts'
import { useTabDrafts, type TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LateMessage, StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import type { AnswerDraft } from './AnswerForm.tsx'
import { Request } from './Request.tsx'
import { isExtendable } from './RequestActs.tsx'
import { isLate } from './whatIsOver.ts'
import { useRequests, type RequestFilter } from './useRequests.ts'

type Status = { k: Key<'rights'>; number: string }
export type Drafts = { answers: TabDrafts<AnswerDraft>; reasons: TabDrafts<{ reason: string }> }

const ANSWERS = {
  place: 'request-answer',
  empty: { answer: '', birthdate: '' },
  wordsIn: ({ answer }: AnswerDraft) => answer,
  // somebody's birthdate is in the browser of nobody else
  toStore: ({ answer }: AnswerDraft) => ({ answer }),
}
const REASONS = {
  place: 'request-reason',
  empty: { reason: '' },
  wordsIn: ({ reason }: { reason: string }) => reason,
}

export function RequestDesk() {
  const { t } = useText('rights')
  const [filter, choose] = useAddressChoice<RequestFilter>('filter', ['open', 'closed'])
  const list = useRequests(filter)
  const { place, goOn } = useFocusNextRow('data-request')
  const drafts = { answers: useTabDrafts(ANSWERS), reasons: useTabDrafts(REASONS) }
  const [status, setStatus] = useState<Status | null>(null)
  const now = useNow()
  const unsaved = useUnsavedWords({
    list,
    key: filter,
    hasEveryOpen: filter === 'open',
    kinds: [
      { drafts: drafts.answers, isOpen: ({ closedAt }) => !closedAt },
      { drafts: drafts.reasons, isOpen: (line) => isExtendable(line, now) },
    ],
    nameOf: ({ number }) => number,
    place,
  })

  const settle = async (id: string, words: Status): Promise<void> => {
    setStatus(words)
    // the focus stays with the words that were too late, if any
    const hasWords = drafts.answers.has(id) || drafts.reasons.has(id)
    if (isLate(words.k) && hasWords) await list.refresh()
    else await goOn(list.lines, id, async () => (await list.refresh()).some((one) => one.id === id))
  }

  return (
    <section ref={place} tabIndex={-1} className="stack-4 no-ring" aria-label={t('list')}>
      <FilterBar
        label={t('filter')}
        choices={[
          { filter: 'open', words: <Text ns="rights" k="open" /> },
          { filter: 'closed', words: <Text ns="rights" k="closed" /> },
        ]}
        chosen={filter}
        onChoose={(chosen) => {
          setStatus(null)
          choose(chosen)
        }}
      />
      <StatusMessage>{status && <Outcome {...status} />}</StatusMessage>
      {unsaved}
      <PagedList
        list={list}
        failed={<Text ns="rights" k="failed" />}
        empty={
          <EmptyState title={<Text ns="rights" k={`empty_${filter}`} />}>
            {filter === 'open' && <Text ns="rights" k="empty_open_text" />}
          </EmptyState>
        }
      >
        {(requests) => (
          <ol className="stack-4">
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
      </PagedList>
    </section>
  )
}

function Outcome({ k, number }: Status) {
  const words = <Text ns="rights" k={k} values={{ number }} />
  return isLate(k) ? <LateMessage>{words}</LateMessage> : words
}
