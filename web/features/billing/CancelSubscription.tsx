import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { useLocale } from '#web/text/i18n.ts'
import { useMutation } from '@tanstack/react-query'
import { cancelSubscription, type Subscription } from '#contract/billing/billing.ts'
import { lastDay } from './contractDays.ts'
import { useBillingChanged } from './useBilling.ts'

/** Asks once more. Whether anything runs is for the server to say, which may know more than this screen. */
export function CancelSubscription({ isPaid }: { isPaid: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const cancellation = useCancellation(() => setOpen(false))
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button look="quiet" size="s" />}
      triggerWords={<Text ns="settings" k="cancel" />}
      title={<Text ns="settings" k="cancel_title" />}
      description={<Text ns="settings" k={isPaid ? 'cancel_text' : 'cancel_text_free'} />}
      actions={
        <>
          <DialogCancel words={<Text ns="settings" k="cancel_keep" />} />
          <Button
            look="danger"
            pending={cancellation.isPending}
            onClick={() => cancellation.mutate()}
          >
            <Text ns="settings" k="cancel_confirm" />
          </Button>
        </>
      }
    />
  )
}

/** Cancels at the end of the paid period, and shows what the server did. */
function useCancellation(onDone: () => void) {
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
