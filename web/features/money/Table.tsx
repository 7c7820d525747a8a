import type { ReactNode } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import styles from './money.module.css'

type Props = {
  columns: readonly Key<'money'>[]
  /** The heading it belongs to; the part's own unless it says otherwise. */
  labelledBy?: string
  children: ReactNode
}

/** A phone shows the rows as cards. */
export const Table = ({ columns, labelledBy = 'part', children }: Props) => (
  <table className={styles.table} aria-labelledby={labelledBy}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" data-number={isNumber(column)}>
            <Text ns="money" k={column} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

/** To be compared down the column. */
const NUMBERS: readonly Key<'money'>[] = [
  'amount',
  'started',
  'ended',
  'payments',
  'gross',
  'vat',
  'refunded',
]
const isNumber = (name: Key<'money'>) => NUMBERS.includes(name) || undefined

const WRAPS: readonly Key<'money'>[] = ['member', 'found']

/** Says its column where there are none. */
export const Cell = ({ name, children }: { name: Key<'money'>; children: ReactNode }) => (
  <td data-wraps={WRAPS.includes(name) || undefined} data-number={isNumber(name)}>
    <span className={styles.label} aria-hidden="true">
      <Text ns="money" k={name} />{' '}
    </span>
    {children}
  </td>
)
