// A subscriber reads of a dearer price and agrees to it; without their yes the subscription ends instead.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptPrice, type Subscription } from '#contract/billing/billing.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { formatEuros } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { contractDay } from './contractDays.ts'
import { billingChanged, withProvider } from './useBilling.ts'
import styles from './billing.module.css'

/**
 * A dearer month needs a yes of its own; saying nothing ends the subscription instead. Where the
 * provider asks as well, the yes leads there.
 */
export function NewPrice({ subscription }: { subscription: Subscription }) {
  const { price, newPrice } = subscription
  const tongue = useScreenTongue()
  const client = useQueryClient()
  const isHere = useStillHere()
  const accept = useMutation<Subscription, CallError, string>({
    mutationFn: (priceId) => call(acceptPrice, { body: { priceId } }, withProvider),
    onSuccess: (answer) => {
      const { approveUrl } = answer.newPrice ?? {}
      // whoever left the page meanwhile finds the way in the settings
      if (approveUrl && isHere()) window.location.assign(approveUrl)
    },
    onSettled: () => billingChanged(client),
  })
  const isAgreed = accept.isSuccess && !accept.data.newPrice
  return (
    <>
      {newPrice && (
        <Offer
          price={formatEuros(newPrice.price.cents, tongue)}
          old={formatEuros(price.cents, tongue)}
          day={contractDay(newPrice.from, tongue)}
          isTaxed={newPrice.price.vatPercent !== 0}
          isAtProvider={newPrice.approveUrl !== null}
          isPending={accept.isPending}
          onAccept={() => accept.mutate(newPrice.price.id)}
        />
      )}
      {accept.error && (
        <Notice tone="danger" title={<Text ns="billing" k="price_failed" />}>
          <ErrorText failure={accept.error} />
        </Notice>
      )}
      <p role="status" className="hidden-empty stack-2">
        {isAgreed && <Text ns="billing" k="price_accepted" />}
      </p>
    </>
  )
}

type Props = {
  price: string
  old: string
  day: string
  isTaxed: boolean
  isAtProvider: boolean
  isPending: boolean
  onAccept: () => void
}

function Offer({ price, old, day, isTaxed, isAtProvider, isPending, onAccept }: Props) {
  return (
    <Notice announced={false} title={<Text ns="billing" k="price_title" values={{ day }} />}>
      <p>
        {isAtProvider ? (
          <Text ns="billing" k="price_there" values={{ price, day }} />
        ) : (
          <Text
            ns="billing"
            k={isTaxed ? 'price_text' : 'price_text_untaxed'}
            values={{ old, price, day }}
          />
        )}
      </p>
      <Button
        ref={useFocusHandover}
        look="quiet"
        className={styles.act}
        pending={isPending}
        onClick={onAccept}
      >
        {isAtProvider ? (
          <Text ns="billing" k="price_go" />
        ) : (
          <Text ns="billing" k="price_accept" values={{ price }} />
        )}
      </Button>
    </Notice>
  )
}
