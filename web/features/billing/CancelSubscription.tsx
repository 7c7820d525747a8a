import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { useCancellation } from './useCancellation.tsx'

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
