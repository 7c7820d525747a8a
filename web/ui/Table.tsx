import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Table.module.css'

type Column = { key: string; words: ReactNode; isNumber?: boolean }
type Props = ComponentPropsWithRef<'table'> & { columns: readonly Column[] }

/** Where the columns do not fit, its rows are cards. */
export const Table = ({ columns, className = '', children, ...props }: Props) => (
  <table {...props} className={`${styles.table} ${className}`}>
    <thead>
      <tr>
        {columns.map(({ key, words, isNumber }) => (
          <th key={key} scope="col" data-number={isNumber || undefined}>
            {words}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

type CellProps = ComponentPropsWithRef<'td'> & {
  /** Its column's words, for where there are no columns. */
  label: ReactNode
  /** To be compared down the column. */
  isNumber?: boolean
}

export const Cell = ({ label, isNumber, children, ...props }: CellProps) => (
  <td {...props} data-number={isNumber || undefined}>
    <span className={styles.label} aria-hidden="true">
      {label}{' '}
    </span>
    {children}
  </td>
)
