import { retention } from '#contract/privacy/retention.ts'
import type { Table } from '#contract/tables/tables.ts'
import { LeaveTable } from '#web/features/tables/LeaveTable.tsx'
import { SitDown } from '#web/features/tables/SitDown.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import styles from './TablePage.module.css'

/** A table at which one of the two does not sit yet. */
export function TableWaiting({ table }: { table: Table }) {
  const { t } = useText('tables')
  const { other, state } = table
  const values = {
    username: other?.username ?? t('somebody'),
    days: retention.tableWaits.amount,
  }
  const isAsked = state === 'asked'
  return (
    <div className={styles.waiting}>
      <h2>
        <Text ns="tables" k={isAsked ? 'asked' : 'waiting'} values={values} />
      </h2>
      <p>
        <Text ns="tables" k={isAsked ? 'asked_text' : 'waiting_text'} values={values} />
      </p>
      <div className="row-2">
        {isAsked && other && <SitDown member={other} look="primary" />}
        <LeaveTable table={table} k={isAsked ? 'rather_not' : 'stop_waiting'} />
      </div>
    </div>
  )
}
