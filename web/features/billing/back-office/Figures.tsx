// How many subscriptions run, month by month, and whether the payment provider says the same.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getMoneyFigures } from '#contract/billing/backOffice.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatNumber } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Months } from './Months.tsx'
import { Cell, Table } from './Table.tsx'
import { useFigures } from './useMoney.ts'
import styles from './backOffice.module.css'

type Answer = AnswerOf<typeof getMoneyFigures>

export function Figures() {
  return (
    <QueryView query={useFigures()} isPart failed={<Text ns="money" k="failed" />}>
      {(figures) => (
        <>
          <Now figures={figures} />
          <Months months={figures.months} />
          <Drift figures={figures} />
        </>
      )}
    </QueryView>
  )
}

function Now({ figures }: { figures: Answer }) {
  const tongue = useScreenTongue()
  const numbers: [Key<'money'>, number][] = [
    ['running', figures.active],
    ['failing', figures.failing],
    ['open_refunds', figures.openRefunds],
  ]
  return (
    <section className="stack-4 no-ring" aria-labelledby="now">
      <Text as="h2" id="now" ns="money" k="now" />
      <dl className={styles.numbers}>
        {numbers.map(([words, number]) => (
          <div key={words}>
            <Text as="dt" className="soft small" ns="money" k={words} />
            <dd>{formatNumber(number, tongue)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const COLUMNS: Key<'money'>[] = ['number', 'found', 'status', 'noticed']

function Drift({ figures: { comparedAt, drift } }: { figures: Answer }) {
  return (
    <section className="stack-4 no-ring" aria-labelledby="drift">
      <Text as="h2" id="drift" ns="money" k="drift" />
      <p className="soft small">
        <Text ns="money" k="compared" />:{' '}
        {comparedAt ? <Time at={comparedAt} /> : <Text ns="money" k="never_compared" />}
      </p>
      {comparedAt && drift.length === 0 && <Text as="p" ns="money" k="empty_drift" />}
      {drift.length > 0 && (
        <Table columns={COLUMNS} labelledBy="drift">
          {drift.map(({ number, found, isRepaired, at }) => (
            <tr key={number + at + found}>
              <th scope="row">{number}</th>
              <Cell name="found">
                <DriftText found={found} />
              </Cell>
              <Cell name="status">
                <Badge tone={isRepaired ? 'success' : 'danger'}>
                  <Text ns="money" k={isRepaired ? 'repaired' : 'not_repaired'} />
                </Badge>
              </Cell>
              <Cell name="noticed">
                <Time at={at} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

/** What the comparison with the provider may say, and its words. */
const WORDS = {
  'not known there': 'drift_unknown',
  'a payment not known there': 'drift_payment_unknown',
  'goes on charging': 'drift_charging',
  'not approved there': 'drift_unapproved',
  'missed: approved': 'drift_missed_approved',
  'missed: paid': 'drift_missed_paid',
  'missed: payment_failed': 'drift_missed_payment_failed',
  'missed: refunded': 'drift_missed_refunded',
  'missed: reversed': 'drift_missed_reversed',
  'missed: stopped': 'drift_missed_stopped',
  'missed: repriced': 'drift_missed_repriced',
} as const
/** With what it is about behind it. */
const ABOUT = { 'missed: ': 'drift_missed', 'paid back there: ': 'drift_paid_back' } as const

const hasWords = (found: string): found is keyof typeof WORDS => Object.hasOwn(WORDS, found)

/** A difference as an admin reads it; one without words is shown as the records keep it. */
function DriftText({ found }: { found: string }) {
  if (hasWords(found)) return <Text ns="money" k={WORDS[found]} />
  for (const [start, k] of Object.entries(ABOUT))
    if (found.startsWith(start))
      return <Text ns="money" k={k} values={{ what: found.slice(start.length) }} />
  return <span lang="en">{found}</span>
}
