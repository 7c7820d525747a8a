// Refunds, each with why and until when it is owed and how it stands; one that failed can be tried again.
import type { RefundLine } from '#contract/billing/backOffice.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatEuros } from '#web/text/amounts.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cell, Table } from './Table.tsx'
import { Username } from './Username.tsx'

const COLUMNS: Key<'money'>[] = [
  'number',
  'member',
  'amount',
  'reason',
  'status',
  'requested',
  'due',
  'acts',
]
const TONES = { open: 'lamp', sent: 'lamp', done: 'success', failed: 'danger' } as const

type Props = {
  lines: readonly RefundLine[]
  /** Which one is being tried again. */
  trying: string | null
  onRetry: (line: RefundLine, row: Element | null) => void
}

export function RefundTable({ lines, trying, onRetry }: Props) {
  const { t } = useText('money')
  const tongue = useScreenTongue()
  const now = useNow()
  return (
    <Table columns={COLUMNS}>
      {lines.map((line) => {
        const { id, number, username, cents, reason, status, requestedAt, dueAt, doneAt } = line
        const isLate = status !== 'done' && Date.parse(dueAt) < now.getTime()
        return (
          <tr key={id}>
            <th scope="row">{number}</th>
            <Cell name="member">
              <Username name={username} />
            </Cell>
            <Cell name="amount">{formatEuros(cents, tongue)}</Cell>
            <Cell name="reason">
              <Text ns="money" k={`${reason}_reason`} />
            </Cell>
            <Cell name="status">
              <Badge tone={TONES[status]}>
                <Text ns="money" k={`${status}_refund`} />
              </Badge>
              {doneAt && <time dateTime={doneAt}> {formatDay(doneAt, tongue)}</time>}
            </Cell>
            <Cell name="requested">
              <Time at={requestedAt} isDay />
            </Cell>
            <Cell name="due">
              <Time at={dueAt} isDay />{' '}
              {isLate && (
                <Badge tone="danger">
                  <Text ns="money" k="overdue" />
                </Badge>
              )}
            </Cell>
            <td>
              {status === 'failed' && (
                <Button
                  look="quiet"
                  size="s"
                  pending={trying === id}
                  aria-label={t('retry_named', { number })}
                  onClick={({ currentTarget }) => onRetry(line, currentTarget.closest('tr'))}
                >
                  <Text ns="money" k="retry" />
                </Button>
              )}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
