import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { DialogClose } from '#web/ui/dialogs/ModalDialog.tsx'

type Props = { isOpen: boolean; onClose: () => void; onRemove: () => void }

export function RemovePhotoDialog({ isOpen, onClose, onRemove }: Props) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={<Text ns="profile" k="remove_title" />}
      description={<Text ns="profile" k="remove_text" />}
      actions={
        <>
          <DialogCancel words={<Text ns="profile" k="remove_keep" />} />
          <DialogClose render={<Button look="danger" />} onClick={onRemove}>
            <Text ns="profile" k="remove_confirm" />
          </DialogClose>
        </>
      }
    />
  )
}
