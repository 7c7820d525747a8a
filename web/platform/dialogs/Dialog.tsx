import type { ReactNode } from 'react'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogClose, ModalDialog, type ModalDialogProps } from '#web/ui/dialogs/ModalDialog.tsx'

/** A window above the screen, with a cross to close it. */
export function Dialog(props: Omit<ModalDialogProps, 'closeLabel'>) {
  const { t } = useText('shell')
  return <ModalDialog {...props} closeLabel={t('close')} />
}

type CancelProps = { words?: ReactNode; onClick?: () => void }

/** The button of a dialog that leaves everything as it is. */
export const DialogCancel = ({ words = <Text ns="shell" k="cancel" />, ...rest }: CancelProps) => (
  <DialogClose render={<Button look="quiet" />} {...rest}>
    {words}
  </DialogClose>
)
