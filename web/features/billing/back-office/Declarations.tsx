import type { ReactNode } from 'react'
import type { DeclarationLine } from '#contract/billing/backOffice.ts'
import type { Key } from '#web/text/catalogues.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useFocusNextRow } from '#web/platform/lists/useFocusNextRow.ts'
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

  const settled = async ({ id, reference }: DeclarationLine, words: Key<'money'>) => {
    drafts.delete(id)
    const message = <Text ns="money" k={words} values={{ reference }} />
    showStatus(words === 'settle_gone' ? <LateMessage>{message}</LateMessage> : message)
    await goOn(list.lines, id, async () => (await refresh(), filter === 'all'))
    // the form stood until now, and whatever is left tells what is in it
    drafts.delete(id)
  }
  return (
    <FilteredPart
      part="declarations"
      heading={<Text ns="money" k="declarations" />}
      waiting="waiting"
      chosen={filter}
      place={place}
    >
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
