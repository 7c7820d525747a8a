// What people wrote to the club, oldest first while it waits, and the answers to it.
import { listMessages } from '#contract/contact.ts'
import type { Key } from '#web/text/catalogues.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useAddressChoice } from '#web/platform/lists/useAddressChoice.ts'
import { useFocusNextRow } from '#web/platform/lists/useFocusNextRow.ts'
import { useUnsavedWords } from '#web/platform/lists/useUnsavedWords.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LateMessage, StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { call, callPath } from '#web/platform/api/call.ts'
import { usePages } from '#web/platform/lists/usePages.ts'
import { Message } from './Message.tsx'

const ANSWERS = {
  place: 'message-answer',
  empty: { text: '' },
  wordsIn: ({ text }: { text: string }) => text,
}

export function MessageDesk() {
  const { t } = useText('contact')
  const [filter, choose] = useAddressChoice<MessageFilter>('filter', ['open', 'all'])
  const list = useMessages(filter)
  const { place, goOn } = useFocusNextRow('data-message')
  const drafts = useTabDrafts(ANSWERS)
  const [status, setStatus] = useStatusMessage()

  const unsaved = useUnsavedWords({
    list,
    key: filter,
    hasEveryOpen: true,
    kinds: [{ drafts, isOpen: ({ answer }) => !answer }],
    nameOf: ({ reference }) => reference,
    place,
  })

  const settle = async (id: string, words: Key<'contact'>) => {
    const message = <Text ns="contact" k={words} />
    const isLate = words === 'already_answered'
    setStatus(isLate ? <LateMessage>{message}</LateMessage> : message)
    // the focus stays with the words that were too late
    if (isLate) await list.refresh()
    else await goOn(list.lines, id, async () => (await list.refresh()).some((one) => one.id === id))
  }

  return (
    <section ref={place} tabIndex={-1} className="stack-4 no-ring" aria-label={t('list')}>
      <FilterBar
        label={t('filter')}
        choices={[
          { filter: 'open', words: <Text ns="contact" k="open" />, count: list.open || null },
          { filter: 'all', words: <Text ns="contact" k="all" /> },
        ]}
        chosen={filter}
        onChoose={choose}
      />
      <StatusMessage>{status}</StatusMessage>
      {unsaved}
      <PagedList
        list={list}
        failed={<Text ns="contact" k="failed" />}
        empty={
          <EmptyState title={<Text ns="contact" k={`empty_${filter}`} />}>
            {filter === 'open' && <Text ns="contact" k="empty_open_text" />}
          </EmptyState>
        }
      >
        {(messages) => (
          <ol className="stack-4">
            {messages.map((message) => (
              <li key={message.id}>
                <Message
                  message={message}
                  drafts={drafts}
                  onSettled={(words) => settle(message.id, words)}
                />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </section>
  )
}

type MessageFilter = 'open' | 'all'

/** The messages so far, and how many wait for an answer in all. */
function useMessages(filter: MessageFilter) {
  const list = usePages({
    key: [callPath(listMessages), filter],
    ask: (after, signal) => call(listMessages, { query: { filter, after } }, { signal }),
    linesOf: ({ messages }) => messages,
    next: ({ next }) => next,
  })
  return { ...list, open: list.pages.at(-1)?.open ?? null }
}
