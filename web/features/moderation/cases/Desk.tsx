import { Link, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { AppealList } from '#web/features/moderation/appeals/AppealList.tsx'
import { CaseList } from '#web/features/moderation/cases/list/CaseList.tsx'
import { useCases, useLiveDesk } from './useDesk.ts'
import styles from './cases.module.css'

const SHOWN = ['open', 'decided', 'appeals'] as const
type Shown = (typeof SHOWN)[number]

/** What waits for a decision, the most urgent on top, what was decided, and who objected. */
export function Desk() {
  const { t } = useText('moderation')
  const [search, setSearch] = useSearchParams()
  const shown: Shown = SHOWN.find((one) => one === search.get('show')) ?? 'open'
  const list = useCases(shown === 'decided' ? 'decided' : 'open')
  const { waiting } = list
  useLiveDesk()

  return (
    <section className="stack-4" aria-label={t('title')}>
      <div className={styles.bar}>
        <FilterBar
          label={t('filter')}
          choices={[
            {
              filter: 'open',
              words: <Text ns="moderation" k="open" />,
              count: waiting.open || null,
            },
            { filter: 'decided', words: <Text ns="moderation" k="decided" /> },
            {
              filter: 'appeals',
              words: <Text ns="moderation" k="appeals" />,
              count: waiting.appeals || null,
            },
          ]}
          chosen={shown}
          onChoose={(chosen) =>
            setSearch(chosen === 'open' ? {} : { show: chosen }, { replace: true })
          }
        />
        <Link to={paths.adminReportFigures} className={styles.aside}>
          <Text ns="moderation" k="figures" />
        </Link>
      </div>
      <p role="status" className={styles.overdue}>
        {shown === 'open' && waiting.overdue > 0 && (
          <Text ns="moderation" k="overdue" values={{ count: waiting.overdue }} />
        )}
      </p>
      {shown === 'appeals' ? <AppealList /> : <CaseList list={list} shown={shown} />}
    </section>
  )
}
