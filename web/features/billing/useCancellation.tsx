import { useMutation } from '@tanstack/react-query'
import { cancelSubscription, type Subscription } from '#contract/billing/billing.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { useLocale } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import { lastDay } from './contractDays.ts'
import { useBillingChanged } from './useBilling.ts'

/** Cancels at the end of the paid period, and shows what the server did. */
export function useCancellation(onDone: () => void) {
  const changed = useBillingChanged()
  return useMutation<Subscription, CallError>({
    mutationFn: () => call(cancelSubscription, {}),
    onSuccess({ endsAt, periodEnd }) {
      const description = <AccessEnds end={endsAt ?? periodEnd} />
      showToast({ title: 'subscription_cancelled', tone: 'success', description })
    },
    onError(error) {
      if (error.code === 'nothing_to_cancel')
        showToast({ title: 'nothing_to_cancel', tone: 'info' })
      else showToast({ title: 'cancel_failed', description: <ErrorText failure={error} /> })
    },
    onSettled() {
      onDone()
      void changed()
    },
  })
}

function AccessEnds({ end }: { end: string | null }) {
  const locale = useLocale()
  // in the toast of both languages one way of writing a day must do
  const day = end ? lastDay(end, locale === 'en' ? 'en' : 'de') : ''
  return <Text ns="toast" k="subscription_cancelled_detail" values={{ day }} />
}
