import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialogs/Dialog.tsx'

type Props = { isOpen: boolean; onClose: () => void; onRemove: () => void }

export function RemovePhotoDialog({ isOpen, onClose, onRemove }: Props) {
  const { t } = useText('shell')
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={<Text ns="profile" k="remove_title" />}
      description={<Text ns="profile" k="remove_text" />}
      closeLabel={t('close')}
      actions={
        <>
          <DialogClose render={<Button look="quiet" />}>
            <Text ns="profile" k="remove_keep" />
          </DialogClose>
          <DialogClose render={<Button look="danger" />} onClick={onRemove}>
            <Text ns="profile" k="remove_confirm" />
          </DialogClose>
        </>
      }
    />
  )
}
