import { Text } from '#web/text/Text.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { Everybody, type RoomHere } from './Everybody.tsx'

type Props = RoomHere & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  returnTo: () => HTMLElement | null
}

/** All who are in the room, read again whenever somebody comes or goes. */
export function PresentDialog({ isOpen, onOpenChange, returnTo, ...room }: Props) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={<Text ns="presence" k="title" />}
      description={<Text ns="presence" k="text" />}
      returnTo={returnTo}
    >
      {isOpen && <Everybody {...room} />}
    </Dialog>
  )
}
