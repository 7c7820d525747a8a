import type { ReactNode } from 'react'
import type { SubmissionLine } from '#contract/review.ts'
import { useNow } from '#web/platform/useNow.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { useName } from './useName.ts'
import { Waiting } from './Waiting.tsx'
import styles from './SubmissionTable.module.css'

const COLUMNS: Key<'review'>[] = ['username', 'method', 'submitted', 'status', 'actions']

/** A phone shows the rows as cards. */
function Table({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  const { t } = useText('review')
  return (
    <table
      className={styles.table}
      aria-label={isBusy ? t('loading') : t('title')}
      aria-busy={isBusy || undefined}
    >
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              <Text ns="review" k={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type Props = { lines: readonly SubmissionLine[]; onOpen: (line: SubmissionLine) => void }

export function SubmissionTable({ lines, onOpen }: Props) {
  const { t } = useText('review')
  const tongue = useScreenTongue()
  const nameOf = useName()
  const now = useNow()
  return (
    <Table>
      {lines.map((line) => (
        <tr key={line.id} className={styles.row}>
          <th scope="row" className={styles.name}>
            {line.username === null ? (
              <span className={styles.gone}>{nameOf(line)}</span>
            ) : (
              <span lang="">{line.username}</span>
            )}
          </th>
          <td className={styles.method}>
            <Text ns="review" k={`method_${line.method}`} />
          </td>
          <td className={styles.when}>
            <time dateTime={line.submittedAt}>{formatMoment(line.submittedAt, tongue)}</time>
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
export const SubmissionTableSkeleton = () => (
  <Table isBusy>
    {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
      <tr key={row} className={styles.row} aria-hidden="true">
        {COLUMNS.map((column) => (
          <td key={column}>
            <Skeleton />
          </td>
        ))}
      </tr>
    ))}
  </Table>
)
