// Subscriptions and payments month by month, newest first, each month with a file for the accountant.
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { exportLedger, type getMoneyFigures } from '#contract/billing/backOffice.ts'
import { CallError, callPath } from '#web/platform/api/call.ts'
import { saveFile } from '#web/platform/api/saveFile.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatEuros, formatMonth, formatNumber } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Cell, Table } from './Table.tsx'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'

type Month = AnswerOf<typeof getMoneyFigures>['months'][number]

const COUNTS = ['started', 'ended', 'payments'] as const
const SUMS = [
  ['gross', 'grossCents'],
  ['vat', 'vatCents'],
  ['refunded', 'refundedCents'],
] as const
const COLUMNS: Key<'money'>[] = ['month', ...COUNTS, ...SUMS.map(([words]) => words), 'acts']

export function Months({ months }: { months: readonly Month[] }) {
  const { t } = useText('money')
  const tongue = useScreenTongue()
  const { attempt, proof } = useAttempt()
  const [wanted, setWanted] = useState<string | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const save = async (month: string) => {
    if (wanted) return
    setWanted(month)
    setFailure(null)
    try {
      await attempt(() => saveFile(callPath(exportLedger, { month }), `ledger-${month}.csv`))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
    } finally {
      setWanted(null)
    }
  }
  return (
    <section className="stack-4 no-ring" aria-labelledby="months">
      <Text as="h2" id="months" ns="money" k="months" />
      <ErrorNotice failure={failure} />
      {months.length === 0 && <Text as="p" ns="money" k="empty_months" />}
      {months.length > 0 && (
        <Table columns={COLUMNS} labelledBy="months">
          {months.map((line) => (
            <tr key={line.month}>
              <th scope="row">{formatMonth(line.month, tongue)}</th>
              {COUNTS.map((name) => (
                <Cell key={name} name={name}>
                  {formatNumber(line[name], tongue)}
                </Cell>
              ))}
              {SUMS.map(([words, field]) => (
                <Cell key={words} name={words}>
                  {formatEuros(line[field], tongue)}
                </Cell>
              ))}
              <td>
                <Button
                  look="quiet"
                  size="s"
                  pending={wanted === line.month}
                  aria-label={t('export_named', { month: formatMonth(line.month, tongue) })}
                  onClick={() => void save(line.month)}
                >
                  <Text ns="money" k="export" />
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {proof}
    </section>
  )
}
