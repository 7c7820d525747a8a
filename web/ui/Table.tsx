import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useWindow } from './behaviour/useWindow.ts'
import styles from './Table.module.css'

type Column = { key: string; words: ReactNode; isNumber?: boolean }
type Props = ComponentPropsWithRef<'table'> & {
  columns: readonly Column[]
  /** Few columns stand beside each other as soon as the rail has its words. */
  isLean?: boolean
}

/** Where the columns do not fit beside the rail, its rows are cards. */
export function Table({ columns, isLean = false, className = '', children, ...props }: Props) {
  const hasColumns = useWindow(isLean ? '(width >= 56.25rem)' : '(width > 77rem)')
  return (
    <table
      {...props}
      className={`${styles.table} ${className}`}
      data-rows={hasColumns ? 'lines' : 'cards'}
    >
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
}

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
