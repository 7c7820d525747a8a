// A member reads which plan they are on, and upgrades, cancels, or answers a new price.
import { Link } from 'react-router'
import { CancelSubscription } from '#web/features/billing/CancelSubscription.tsx'
import { NewPrice } from '#web/features/billing/NewPrice.tsx'
import { StandingNotice } from '#web/features/billing/StandingNotice.tsx'
import { isOpen, PlanState } from '#web/features/billing/Subscribed.tsx'
import { useBilling, type Billing } from '#web/features/billing/useBilling.ts'
import { paths } from '#web/paths.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './SettingsPage.module.css'

/** The plan in a line; whatever wants an answer stands here too, the rest on the contract's page. */
export function SubscriptionCard() {
  const result = useBilling()
  return (
    <Card titleId="subscription" title={<Text ns="settings" k="subscription" />}>
      <QueryView
        query={result}
        isPart
        failed={<Text ns="billing" k="load_failed" />}
        waiting={<LoadingSkeleton lines={3} />}
      >
        {(billing) => <Summary {...billing} />}
      </QueryView>
    </Card>
  )
}

function Summary(billing: Billing) {
  const { subscription } = billing
  return (
    <>
      {isOpen(subscription) ? (
        <>
          <PlanState subscription={subscription} />
          <StandingNotice subscription={subscription} />
        </>
      ) : (
        <FreePlan billing={billing} />
      )}
      {subscription && <NewPrice subscription={subscription} />}
      <PlanActs billing={billing} isBrief />
    </>
  )
}

/** The rooms open without a subscription, which may be all of them, as in the list of rooms. */
export function FreePlan({ billing: { plan, subscription } }: { billing: Billing }) {
  const isOpened = plan.limit === null
  return (
    <>
      <p className={styles.plan}>
        <Text as="strong" ns="settings" k={isOpened ? 'plan_given' : 'plan'} />
        <span className="soft small">
          {isOpened ? (
            <Text ns="settings" k="plan_given_text" values={{ count: plan.used }} />
          ) : (
            <Text ns="settings" k="plan_text" />
          )}
        </span>
      </p>
      {subscription && <StandingNotice subscription={subscription} />}
    </>
  )
}

/** Upgrading stands out only where it can be paid for. */
export function PlanActs({ billing, isBrief = false }: { billing: Billing; isBrief?: boolean }) {
  const { plan, subscription, provider, invoices } = billing
  const isPaid = isOpen(subscription)
  const isCancelled = subscription?.status === 'cancelled'
  const hasContract = subscription !== null || invoices.length > 0
  return (
    <>
      {!isCancelled && (
        <Text as="p" className={`soft ${styles.notice}`} ns="settings" k="cancel_notice" />
      )}
      <div className="toolbar">
        {!isPaid && plan.limit !== null && (
          <Button
            size="s"
            look={provider ? 'primary' : 'quiet'}
            render={<Link to={paths.upgrade} />}
          >
            <Text ns="settings" k="upgrade" />
          </Button>
        )}
        {!isCancelled && <CancelSubscription isPaid={isPaid} />}
        {isBrief && hasContract && (
          <Link to={paths.settingsContract} className="small">
            <Text ns="settings" k="contract" />
          </Link>
        )}
      </div>
    </>
  )
}
