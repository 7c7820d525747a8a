import { Link } from 'react-router'
import type { Subscription } from '#contract/billing/billing.ts'
import { CancelSubscription } from '#web/features/billing/CancelSubscription.tsx'
import { Invoices } from '#web/features/billing/Invoices.tsx'
import { NewPrice } from '#web/features/billing/NewPrice.tsx'
import { StandingNotice } from '#web/features/billing/StandingNotice.tsx'
import { isOpen, Subscribed } from '#web/features/billing/Subscribed.tsx'
import { useBilling, type Billing } from '#web/features/billing/useBilling.ts'
import { WaysOut } from '#web/features/billing/WaysOut.tsx'
import { paths } from '#web/paths.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './SettingsPage.module.css'

export function SubscriptionCard() {
  const asked = useBilling()
  return (
    <Card titleId="subscription" title={<Text ns="settings" k="subscription" />}>
      <QueryView
        asked={asked}
        isPart
        failed={<Text ns="billing" k="load_failed" />}
        waiting={<LoadingSkeleton lines={4} />}
      >
        {(billing) => <Money {...billing} />}
      </QueryView>
    </Card>
  )
}

function Money({ subscription, invoices }: Billing) {
  const isPaid = isOpen(subscription)
  return (
    <>
      {isPaid ? (
        <Subscribed subscription={subscription} />
      ) : (
        <FreePlan subscription={subscription} />
      )}
      {subscription && <NewPrice subscription={subscription} />}
      {subscription?.status !== 'cancelled' && (
        <>
          <p className={styles.soft}>
            <Text ns="settings" k="cancel_notice" />
          </p>
          <div className={styles.acts}>
            {!isPaid && (
              <Button render={<Link to={paths.upgrade} />}>
                <Text ns="settings" k="upgrade" />
              </Button>
            )}
            <CancelSubscription isPaid={isPaid} />
          </div>
        </>
      )}
      {subscription && <WaysOut subscription={subscription} />}
      <Invoices invoices={invoices} />
    </>
  )
}

const FreePlan = ({ subscription }: { subscription: Subscription | null }) => (
  <>
    <p className={styles.plan}>
      <strong>
        <Text ns="settings" k="plan" />
      </strong>
      <span className={styles.soft}>
        <Text ns="settings" k="plan_text" />
      </span>
    </p>
    {subscription ? (
      <StandingNotice subscription={subscription} />
    ) : (
      <p className={styles.soft}>
        <Text ns="settings" k="plan_none" />
      </p>
    )}
  </>
)
