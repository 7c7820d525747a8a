import { Link } from 'react-router'
import type { Subscription } from '#contract/billing/billing.ts'
import { paths } from '#web/paths.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { contractDay, lastDay } from './contractDays.ts'

/** What is special about how a contract stands, and what the member can do about it. */
export function StandingNotice({ subscription }: { subscription: Subscription }) {
  const { id, status, number, cancelledAt, endsAt, periodEnd, endedBecause } = subscription
  const tongue = useScreenTongue()
  const end = endsAt ?? periodEnd

  if (status === 'past_due')
    return (
      <Notice tone="danger" announced={false} title={<Text ns="billing" k="due_title" />}>
        <Text ns="billing" k="due_text" />{' '}
        {endsAt && <Text ns="billing" k="due_until" values={{ day: lastDay(endsAt, tongue) }} />}
      </Notice>
    )
  if (status === 'cancelled' && end)
    return (
      <Notice announced={false}>
        <Text
          ns="billing"
          k={cancelledAt ? 'cancelled_text' : 'silent_text'}
          values={{
            day: cancelledAt ? contractDay(cancelledAt, tongue) : '',
            until: lastDay(end, tongue),
          }}
        />
      </Notice>
    )
  if (status === 'pending')
    return (
      <Notice announced={false}>
        <Text ns="billing" k="pending_card" />{' '}
        <Link to={paths.order(id)}>
          <Text ns="billing" k="to_order" />
        </Link>
      </Notice>
    )
  if (status === 'ended' && end && (endedBecause === 'unpaid' || endedBecause === 'reversed'))
    return (
      <Notice announced={false}>
        <Text ns="billing" k={`ended_${endedBecause}`} values={{ day: contractDay(end, tongue) }} />
      </Notice>
    )
  if (status === 'withdrawn' || status === 'refunded')
    return (
      <Notice announced={false}>
        <Text ns="billing" k={`${status}_text`} values={{ number }} />
      </Notice>
    )
  return null
}
