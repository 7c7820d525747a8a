import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { useAddressChoice } from '#web/platform/lists/useAddressChoice.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { AppealList } from '#web/features/moderation/appeals/AppealList.tsx'
import { CaseList } from '#web/features/moderation/cases/list/CaseList.tsx'
import { useCases, useLiveDesk } from './useDesk.ts'
import styles from './cases.module.css'

const SHOWN = ['open', 'decided', 'appeals'] as const

/** What waits for a decision, the most urgent on top, what was decided, and who objected. */
export function Desk() {
  const { t } = useText('moderation')
  const [shown, show] = useAddressChoice('show', SHOWN)
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
          onChoose={show}
        />
        <Link to={paths.adminReportFigures} className="tall-link">
          <Text ns="moderation" k="figures" />
        </Link>
      </div>
      <p role="status" className={`bold tabular danger ${styles.overdue}`}>
        {shown === 'open' && waiting.overdue > 0 && (
          <Text ns="moderation" k="overdue" values={{ count: waiting.overdue }} />
        )}
      </p>
      {shown === 'appeals' ? <AppealList /> : <CaseList list={list} shown={shown} />}
    </section>
  )
}
