import type { ReactNode } from 'react'
import type { DeclarationLine } from '#contract/billing/backOffice.ts'
import type { Key } from '#web/text/catalogues.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useFocusNextRow } from '#web/platform/lists/useFocusNextRow.ts'
import { useUnsavedWords } from '#web/platform/lists/useUnsavedWords.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LateMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { Declaration } from './Declaration.tsx'
import { FilteredPart, useFilter } from './FilteredPart.tsx'
import { useDeclarations, useRefresh } from './useMoney.ts'
import { settleDrafts } from './SettleForm.tsx'

/** Cancellations and withdrawals made without login; those that wait for a person first. */
export function Declarations({ showStatus }: { showStatus: (words: ReactNode) => void }) {
  const filter = useFilter('waiting')
  const list = useDeclarations(filter)
  const refresh = useRefresh()
  const { place, goOn } = useFocusNextRow('data-declaration')
  const drafts = useTabDrafts(settleDrafts)

  const unsaved = useUnsavedWords({
    list,
    key: filter,
    hasEveryOpen: true,
    kinds: [{ drafts, isOpen: ({ state }) => state === 'waiting' }],
    nameOf: ({ reference }) => reference,
    place,
  })

  const settled = async ({ id, reference }: DeclarationLine, words: Key<'money'>) => {
    const message = <Text ns="money" k={words} values={{ reference }} />
    const isLate = words === 'settle_gone'
    showStatus(isLate ? <LateMessage>{message}</LateMessage> : message)
    // the focus stays with the words that were too late
    if (isLate) await refresh()
    else await goOn(list.lines, id, async () => (await refresh(), filter === 'all'))
  }
  return (
    <FilteredPart
      part="declarations"
      heading={<Text ns="money" k="declarations" />}
      waiting="waiting"
      chosen={filter}
      place={place}
    >
      {unsaved}
      <PagedList
        list={list}
        isPart
        failed={<Text ns="money" k="failed" />}
        empty={<EmptyState title={<Text ns="money" k={`empty_declarations_${filter}`} />} />}
      >
        {(lines) => (
          <ol className="stack-4">
            {lines.map((line) => (
              <li key={line.id}>
                <Declaration
                  line={line}
                  drafts={drafts}
                  onSettled={(words) => settled(line, words)}
                />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </FilteredPart>
  )
}
