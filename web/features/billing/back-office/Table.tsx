import type { ReactNode } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import * as ui from '#web/ui/Table.tsx'
import styles from './backOffice.module.css'

type Props = {
  columns: readonly Key<'money'>[]
  /** The heading it belongs to; the part's own unless it says otherwise. */
  labelledBy?: string
  children: ReactNode
}

export const Table = ({ columns, labelledBy = 'part', children }: Props) => (
  <ui.Table
    className={styles.table}
    aria-labelledby={labelledBy}
    columns={columns.map((k) => ({
      key: k,
      words: <Text ns="money" k={k} />,
      isNumber: isNumber(k),
    }))}
  >
    {children}
  </ui.Table>
)

const NUMBERS: readonly Key<'money'>[] = [
  'amount',
  'started',
  'ended',
  'payments',
  'gross',
  'vat',
  'refunded',
]
const isNumber = (name: Key<'money'>) => NUMBERS.includes(name)

const WRAPS: readonly Key<'money'>[] = ['member', 'found']

export const Cell = ({ name, children }: { name: Key<'money'>; children: ReactNode }) => (
  <ui.Cell
    label={<Text ns="money" k={name} />}
    isNumber={isNumber(name)}
    data-wraps={WRAPS.includes(name) || undefined}
  >
    {children}
  </ui.Cell>
)
