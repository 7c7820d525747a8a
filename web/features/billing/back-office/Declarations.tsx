import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { DeclarationLine } from '#contract/billing/backOffice.ts'
import type { Key } from '#web/text/catalogues.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useFocusNextRow } from '#web/platform/lists/useFocusNextRow.ts'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LateMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { Declaration } from './Declaration.tsx'
import { useDeclarations, useRefresh } from './useMoney.ts'
import { settleDrafts } from './SettleForm.tsx'
import styles from './backOffice.module.css'

const FILTERS = ['waiting', 'all'] as const

/** Cancellations and withdrawals made without login; those that wait for a person first. */
export function Declarations({ tell }: { tell: (words: ReactNode) => void }) {
  const { t } = useText('money')
  const [search, setSearch] = useSearchParams()
  const filter = search.get('filter') === 'all' ? 'all' : 'waiting'
  const list = useDeclarations(filter)
  const refresh = useRefresh()
  const { place, goOn } = useFocusNextRow('data-declaration')
  const drafts = useTabDrafts(settleDrafts)

  const settled = async ({ id, reference }: DeclarationLine, words: Key<'money'>) => {
    drafts.delete(id)
    const told = <Text ns="money" k={words} values={{ reference }} />
    tell(words === 'settle_gone' ? <LateMessage>{told}</LateMessage> : told)
    await goOn(list.lines, id, async () => (await refresh(), filter === 'all'))
    // the form stood until now, and whatever is left tells what is in it
    drafts.delete(id)
  }
  return (
    <section ref={place} tabIndex={-1} className={styles.part} aria-labelledby="part">
      <h2 id="part">
        <Text ns="money" k="declarations" />
      </h2>
      <FilterBar
        label={t('filter')}
        choices={FILTERS.map((one) => ({
          filter: one,
          words: <Text ns="money" k={`filter_${one}`} />,
        }))}
        chosen={filter}
        onChoose={(chosen) =>
          setSearch(
            { part: 'declarations', ...(chosen === 'all' && { filter: chosen }) },
            { replace: true },
          )
        }
      />
      <PagedList
        list={list}
        isPart
        failed={<Text ns="money" k="failed" />}
        empty={<EmptyState title={<Text ns="money" k={`empty_declarations_${filter}`} />} />}
      >
        {(lines) => (
          <ol className={styles.cards}>
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
    </section>
  )
}
