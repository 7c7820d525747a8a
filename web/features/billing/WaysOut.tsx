import type { Subscription } from '#contract/billing/billing.ts'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { paths } from '#web/paths.ts'
import { formatEuros } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { LegalLink } from './LegalLink.tsx'
import { lastDay } from './contractDays.ts'
import styles from './billing.module.css'

/** Every way out of a contract, beside the button of the card. */
export function WaysOut({ subscription }: { subscription: Subscription }) {
  const { status, withdrawUntil, withdrawCents } = subscription
  const tongue = useScreenTongue()
  const isRunning = status === 'active' || status === 'past_due'
  if (status === 'pending' || (!isRunning && !withdrawUntil)) return null
  return (
    <div className={`stack-2 ruled ${styles.part}`}>
      <Text as="h3" ns="billing" k="ways_title" />
      {isRunning && (
        <>
          <Text as="p" ns="billing" k="ways_cancel" />
          <LegalLink
            to={paths.cancellation}
            words={legalLabels.cancelHere}
            meaning="ways_cancel_meaning"
          />
        </>
      )}
      {withdrawUntil && (
        <>
          <Text
            as="p"
            ns="billing"
            k={withdrawCents === null ? 'ways_withdraw_plain' : 'ways_withdraw'}
            values={{
              day: lastDay(withdrawUntil, tongue),
              sum: formatEuros(withdrawCents ?? 0, tongue),
            }}
          />
          <LegalLink
            to={paths.withdrawal}
            words={legalLabels.withdrawHere}
            meaning="ways_withdraw_meaning"
          />
        </>
      )}
    </div>
  )
}
