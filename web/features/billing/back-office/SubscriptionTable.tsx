import type { SubscriptionLine } from '#contract/billing/backOffice.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatEuros } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cell, Table } from './Table.tsx'
import { Username } from './Username.tsx'

const COLUMNS: Key<'money'>[] = ['number', 'member', 'status', 'amount', 'ordered', 'until', 'acts']

const TONES = { active: 'success', past_due: 'danger' } as const

type Props = {
  lines: readonly SubscriptionLine[]
  onRefund: (line: SubscriptionLine, button: HTMLElement) => void
}

export function SubscriptionTable({ lines, onRefund }: Props) {
  const { t } = useText('money')
  const tongue = useScreenTongue()
  return (
    <Table columns={COLUMNS}>
      {lines.map((line) => {
        const { id, number, username, status, cents, orderedAt, periodEnd, failures } = line
        const tone = status === 'active' || status === 'past_due' ? TONES[status] : 'plain'
        return (
          <tr key={id}>
            <th scope="row">{number}</th>
            <Cell name="member">
              <Username name={username} />
            </Cell>
            <Cell name="status">
              <Badge tone={tone}>
                <Text ns="money" k={`${status}_status`} />
              </Badge>
              {failures > 0 && (
                <Text as="small" ns="money" k="failures" values={{ count: failures }} />
              )}
            </Cell>
            <Cell name="amount">{formatEuros(cents, tongue)}</Cell>
            <Cell name="ordered">
              <Time at={orderedAt} />
            </Cell>
            <Cell name="until">{periodEnd ? <Time at={periodEnd} isDay /> : '–'}</Cell>
            <td>
              {periodEnd && (
                <Button
                  look="quiet"
                  size="s"
                  aria-label={t('refund_named', { number })}
                  onClick={({ currentTarget }) => onRefund(line, currentTarget)}
                >
                  <Text ns="money" k="refund" />
                </Button>
              )}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
