import { useParams } from 'react-router'
import { OrderProgress } from '#web/features/billing/OrderProgress.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'

export function OrderPage() {
  const { subscriptionId = '' } = useParams()
  const back = { to: paths.settings, label: <Text ns="billing" k="back_settings" /> }
  return (
    <Page language="de" title={{ ns: 'billing', k: 'order_title' }} back={back}>
      <Text as="h1" ns="billing" k="order_title" />
      <OrderProgress key={subscriptionId} subscriptionId={subscriptionId} />
    </Page>
  )
}
