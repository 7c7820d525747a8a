import { Invoices } from '#web/features/billing/Invoices.tsx'
import { NewPrice } from '#web/features/billing/NewPrice.tsx'
import { isOpen, Subscribed } from '#web/features/billing/Subscribed.tsx'
import { WaysOut } from '#web/features/billing/WaysOut.tsx'
import { useBilling, type Billing } from '#web/features/billing/useBilling.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { FreePlan, PlanActs } from './SubscriptionCard.tsx'

export const ContractPage = () => (
  <SettingsFrame part="contract">
    <Contract />
  </SettingsFrame>
)

/** All there is to one's contract: what it costs and until when, every way out, every invoice. */
function Contract() {
  const result = useBilling()
  return (
    <Card titleId="contract" title={<Text ns="settings" k="subscription" />}>
      <QueryView
        query={result}
        isPart
        failed={<Text ns="billing" k="load_failed" />}
        waiting={<LoadingSkeleton lines={4} />}
      >
        {(billing) => <Whole {...billing} />}
      </QueryView>
    </Card>
  )
}

function Whole(billing: Billing) {
  const { subscription, invoices } = billing
  return (
    <>
      {isOpen(subscription) ? (
        <Subscribed subscription={subscription} />
      ) : (
        <FreePlan billing={billing} />
      )}
      {subscription && <NewPrice subscription={subscription} />}
      <PlanActs billing={billing} />
      {subscription && <WaysOut subscription={subscription} />}
      <Invoices invoices={invoices} />
    </>
  )
}
