import type { Room } from '#contract/rooms/rooms.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { useLeaveRoom } from '#web/features/rooms/useLeaveRoom.ts'

export type RoomDialogProps = {
  room: Room
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onLeft: () => void
  returnTo: () => HTMLElement | null
}

/** Leaving gives up one's place, so it is asked once more. */
export function LeaveRoomDialog({ room, isOpen, onOpenChange, onLeft, returnTo }: RoomDialogProps) {
  const leave = useLeaveRoom()
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      isBusy={leave.isPending}
      title={<Text ns="about" k="leave_title" values={{ room: room.name }} />}
      description={<Text ns="about" k="leave_text" />}
      returnTo={returnTo}
      actions={
        <>
          <DialogCancel words={<Text ns="about" k="stay" />} />
          <Button
            look="danger"
            pending={leave.isPending}
            onClick={() => leave.mutate(room.slug, { onSuccess: onLeft })}
          >
            <Text ns="room" k="leave_room" />
          </Button>
        </>
      }
    >
      {leave.error && (
        <Notice tone="danger">
          <Text ns="about" k="leave_failed" /> <ErrorText failure={leave.error} />
        </Notice>
      )}
    </Dialog>
  )
}
