import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Everybody, type RoomHere } from './Everybody.tsx'

type Props = RoomHere & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  returnTo: () => HTMLElement | null
}

/** All who are in the room, read again whenever somebody comes or goes. */
export function PresentDialog({ isOpen, onOpenChange, returnTo, ...room }: Props) {
  const { t } = useText('shell')
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={<Text ns="presence" k="title" />}
      description={<Text ns="presence" k="text" />}
      closeLabel={t('close')}
      returnTo={returnTo}
    >
      {isOpen && <Everybody {...room} />}
    </Dialog>
  )
}
