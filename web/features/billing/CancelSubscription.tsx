import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialogs/Dialog.tsx'
import { useCancellation } from './useCancellation.tsx'

/** Asks once more. Whether anything runs is for the server to say, which may know more than this screen. */
export function CancelSubscription({ isPaid }: { isPaid: boolean }) {
  const { t } = useText('shell')
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
      closeLabel={t('close')}
      actions={
        <>
          <DialogClose render={<Button look="quiet" />}>
            <Text ns="settings" k="cancel_keep" />
          </DialogClose>
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
