// What a subscriber pays, when, and until when everything is open.
import type { Subscription } from '#contract/billing/billing.ts'
import { formatEuros } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { contractDay, lastDay } from './contractDays.ts'
import { StandingNotice } from './StandingNotice.tsx'
import styles from './billing.module.css'

const OPEN = ['active', 'past_due', 'cancelled'] as const
type OpenStatus = (typeof OPEN)[number]
type OpenSubscription = Subscription & { status: OpenStatus }

export const isOpen = (subscription: Subscription | null): subscription is OpenSubscription =>
  subscription !== null && OPEN.some((one) => one === subscription.status)

const TONES = { active: 'success', past_due: 'danger', cancelled: 'plain' } as const

export function Subscribed({ subscription }: { subscription: OpenSubscription }) {
  const { number, price, orderedAt, periodEnd, endsAt } = subscription
  const { nextChargeAt, nextChargeCents } = subscription
  const tongue = useScreenTongue()
  const euros = (cents: number) => formatEuros(cents, tongue)
  return (
    <>
      <PlanState subscription={subscription} />
      <StandingNotice subscription={subscription} />
      <Facts look="ruled">
        <Fact name={<Text ns="billing" k="card_next" />}>
          {nextChargeAt ? (
            <Text
              ns="billing"
              k="card_next_text"
              values={{
                price: euros(nextChargeCents ?? price.cents),
                day: contractDay(nextChargeAt, tongue),
              }}
            />
          ) : (
            <Text ns="billing" k="card_none" />
          )}
        </Fact>
        {endsAt ? (
          <Fact name={<Text ns="billing" k="card_ends" />}>{lastDay(endsAt, tongue)}</Fact>
        ) : (
          periodEnd && (
            <Fact name={<Text ns="billing" k="card_paid" />}>{lastDay(periodEnd, tongue)}</Fact>
          )
        )}
        <Fact name={<Text ns="billing" k="card_number" />}>{number}</Fact>
        <Fact name={<Text ns="billing" k="card_ordered" />}>{contractDay(orderedAt, tongue)}</Fact>
      </Facts>
    </>
  )
}

/** The plan in a line: what it is called, what it costs, and how it stands. */
export function PlanState({ subscription }: { subscription: OpenSubscription }) {
  const { status, price, cancelledAt } = subscription
  const tongue = useScreenTongue()
  return (
    <p className={styles.plan}>
      <Text as="strong" ns="billing" k="plan_premium" />
      <span className={`soft small ${styles.soft}`}>
        <Text
          ns="billing"
          k={price.vatPercent === 0 ? 'plan_price_untaxed' : 'plan_price'}
          values={{ price: formatEuros(price.cents, tongue) }}
        />
      </span>
      <Badge tone={TONES[status]}>
        {/* not answering to a new price is no cancellation */}
        <Text
          ns="billing"
          k={status === 'cancelled' && !cancelledAt ? 'state_ending' : `state_${status}`}
        />
      </Badge>
    </p>
  )
}
