import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptPrice, type Subscription } from '#contract/billing.ts'
import { call, type CallError } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { formatEuros } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { contractDay } from './contractDays.ts'
import { billingChanged } from './useBilling.ts'
import styles from './billing.module.css'

/** A dearer month needs a yes of its own; saying nothing ends the subscription instead. */
export function NewPrice({ subscription }: { subscription: Subscription }) {
  const { price, newPrice } = subscription
  const tongue = useScreenTongue()
  const client = useQueryClient()
  const accept = useMutation<Subscription, CallError, string>({
    mutationFn: (priceId) => call(acceptPrice, { body: { priceId } }),
    networkMode: 'always',
    onSettled: () => billingChanged(client),
  })
  return (
    <>
      {newPrice && (
        <Notice
          announced={false}
          title={
            <Text
              ns="billing"
              k="price_title"
              values={{ day: contractDay(newPrice.from, tongue) }}
            />
          }
        >
          <p>
            <Text
              ns="billing"
              k="price_text"
              values={{
                old: formatEuros(price.cents, tongue),
                price: formatEuros(newPrice.price.cents, tongue),
                day: contractDay(newPrice.from, tongue),
              }}
            />
          </p>
          <Button
            look="quiet"
            className={styles.act}
            pending={accept.isPending}
            onClick={() => accept.mutate(newPrice.price.id)}
          >
            <Text
              ns="billing"
              k="price_accept"
              values={{ price: formatEuros(newPrice.price.cents, tongue) }}
            />
          </Button>
        </Notice>
      )}
      {accept.error && (
        <Notice tone="danger" title={<Text ns="billing" k="price_failed" />}>
          <ErrorText failure={accept.error} />
        </Notice>
      )}
      <p role="status" className={styles.told}>
        {accept.isSuccess && <Text ns="billing" k="price_accepted" />}
      </p>
    </>
  )
}
