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
import { DriftText } from './DriftText.tsx'
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
