// How long each thing is kept and by which law, and what the retention runs removed or left overdue.
import type { ReactNode } from 'react'
import type { RetentionLine } from '#contract/privacy/dataRequests.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatNumber } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Cell as LabelledCell, Table } from '#web/ui/Table.tsx'
import type { RuleWords } from './RetentionDesk.tsx'
import styles from './rights.module.css'

const COLUMNS = [
  'rule',
  'period',
  'then',
  'asked',
  'removed',
  'removed_recently',
  'overdue_rows',
] as const satisfies Key<'rights'>[]
const isNumber = (name: Key<'rights'>) => /^removed|^overdue/.test(name)
/** A day's run, and half a day to notice: what the server warns of as well. */
const LATE_MS = 36 * 3_600_000

type Props = {
  words: RuleWords[]
  lines: RetentionLine[]
  /** Whether a run has counted yet. */
  isCounted: boolean
}

/** No line ends between an article and its number. */
const unbroken = (law: string) => law.replaceAll(/(§|Art\.|Abs\.|\d) (?=\d|Abs\.|\()/g, '$1\u00a0')

export function RetentionTable({ words, lines, isCounted }: Props) {
  return (
    <section className="stack-4 no-ring" aria-labelledby="rules">
      <Text as="h2" id="rules" className="visually-hidden" ns="rights" k="rules" />
      <Table
        className={styles.table}
        aria-labelledby="rules"
        columns={COLUMNS.map((k) => ({
          key: k,
          words: <Text ns="rights" k={k} />,
          isNumber: isNumber(k),
        }))}
      >
        {words.map((rule) => (
          <Row
            key={rule.rule}
            words={rule}
            line={lines.find((one) => one.rule === rule.rule)}
            isCounted={isCounted}
          />
        ))}
      </Table>
    </section>
  )
}

type RowProps = { words: RuleWords; line: RetentionLine | undefined; isCounted: boolean }

function Row({ words, line, isCounted }: RowProps) {
  const tongue = useScreenTongue()
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : formatNumber(value, tongue)
  // what lies in browsers and backups no run of this server can count
  const isHere = line && (!isCounted || line.overdue !== null || line.askedAt !== null)
  return (
    <tr>
      <th scope="row">{unbroken(words.what)}</th>
      <Cell name="period">
        {words.period}{' '}
        <Under>
          <Text ns="rights" k="from" values={{ start: words.since }} />
        </Under>
      </Cell>
      <Cell name="then">
        {line && (
          <>
            <Text ns="rights" k={`act_${line.act}`} />{' '}
            <Under>
              <Text ns="rights" k="by_law" values={{ law: unbroken(line.law[tongue]) }} />
            </Under>
          </>
        )}
      </Cell>
      {isHere ? (
        <>
          <Cell name="asked">
            <Asked at={line.askedAt} />
          </Cell>
          <Cell name="removed">{number(line.removed)}</Cell>
          <Cell name="removed_recently">{number(line.removedRecently)}</Cell>
          <Cell name="overdue_rows">
            {line.overdue ? (
              <Badge tone="danger">{number(line.overdue)}</Badge>
            ) : (
              number(line.overdue)
            )}
          </Cell>
        </>
      ) : (
        <td colSpan={4} className="break-anywhere soft small">
          <Text ns="rights" k="elsewhere" />
        </td>
      )}
    </tr>
  )
}

function Asked({ at }: { at: string | null }) {
  const now = useNow()
  if (!at) return <Text ns="rights" k="never" />
  const isLate = now.getTime() - Date.parse(at) > LATE_MS
  return (
    <>
      <Time at={at} />{' '}
      {isLate && (
        <Badge tone="danger">
          <Text ns="rights" k="late_run" />
        </Badge>
      )}
    </>
  )
}

const Under = ({ children }: { children: ReactNode }) => (
  <span className={`soft tiny ${styles.under}`}>{children}</span>
)

const Cell = ({ name, children }: { name: Key<'rights'>; children: ReactNode }) => (
  <LabelledCell label={<Text ns="rights" k={name} />} isNumber={isNumber(name)}>
    {children}
  </LabelledCell>
)
