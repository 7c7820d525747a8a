import type { SubmissionLine } from '#contract/verification/review.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Table } from '#web/ui/Table.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { useName } from '#web/features/verification/review/deciding/useName.ts'
import { Waiting } from './Waiting.tsx'
import styles from './SubmissionTable.module.css'

const COLUMNS = (['username', 'method', 'submitted', 'status', 'actions'] as const).map((key) => ({
  key,
  words: <Text ns="review" k={key} />,
}))

type Props = { lines: readonly SubmissionLine[]; onOpen: (line: SubmissionLine) => void }

export function SubmissionTable({ lines, onOpen }: Props) {
  const { t } = useText('review')
  const nameOf = useName()
  const now = useNow()
  return (
    <Table columns={COLUMNS} className={styles.table} aria-label={t('title')}>
      {lines.map((line) => (
        <tr key={line.id} className={styles.row}>
          <th scope="row" className={styles.name}>
            {line.username === null ? (
              <span className={styles.gone}>{nameOf(line)}</span>
            ) : (
              <span lang="">{line.username}</span>
            )}
          </th>
          <Text as="td" className={styles.method} ns="review" k={`method_${line.method}`} />
          <td className={`unbroken ${styles.when}`}>
            <Time at={line.submittedAt} />
            {line.status === 'pending' && <Waiting since={line.submittedAt} now={now} />}
          </td>
          <td className={styles.status}>
            <StatusBadge status={line.status} />
          </td>
          <td className={styles.acts}>
            <button
              type="button"
              data-row={line.id}
              className={styles.view}
              aria-haspopup="dialog"
              aria-label={`${t('view')}: ${nameOf(line)}`}
              onClick={() => onOpen(line)}
            >
              <Text ns="review" k="view" />
            </button>
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Rows about to come. */
export function SubmissionTableSkeleton() {
  const { t } = useText('review')
  return (
    <Table columns={COLUMNS} className={styles.table} aria-label={t('loading')} aria-busy>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <tr key={row} className={styles.row} aria-hidden="true">
          {COLUMNS.map(({ key }) => (
            <td key={key}>
              <Skeleton />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
