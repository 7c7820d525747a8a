// The menu of a room: mute it, choose whether its newest posts come last, or leave it after being asked.
import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { muteRoom, type Room } from '#contract/rooms/rooms.ts'
import { useNewestLast } from '#web/platform/lists/newestLast.ts'
import { putNewestLast } from '#web/platform/lists/newestLast.choice.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { AccessBadge } from '#web/features/rooms/AccessBadge.tsx'
import styles from '#web/ui/dialogs/Menu.module.css'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { useLeaveRoom } from '#web/features/rooms/useLeaveRoom.ts'

/** The menu of a room: what it is, muting it, the order of its posts, and leaving it. */
export function RoomMenuDialog({ room, isOpen, onOpenChange, onLeft, returnTo }: RoomDialogProps) {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <Dialog
        open={isOpen && !isLeaving}
        onOpenChange={onOpenChange}
        title={<span lang="de">{room.name}</span>}
        description={<span lang="de">{room.description}</span>}
        returnTo={() => (isLeaving ? null : returnTo())}
      >
        <p className="line-3 soft small">
          <AccessBadge level={room.accessLevel} />
          <Text ns="room" k="members" values={{ count: room.memberCount }} />
        </p>
        <ul role="list" className={styles.menu} data-tone="ink">
          <li>
            <MuteButton room={room} />
          </li>
          <li>
            <Checkbox
              label={<Text ns="about" k="newest_last" />}
              checked={useNewestLast()}
              onChange={({ target }) => putNewestLast(target.checked)}
            />
          </li>
          <li>
            <Button look="plain" wide className={styles.danger} onClick={() => setLeaving(true)}>
              <Text ns="room" k="leave_room" />
            </Button>
          </li>
        </ul>
      </Dialog>
      <LeaveRoomDialog
        room={room}
        isOpen={isOpen && isLeaving}
        onOpenChange={(open) => {
          setLeaving(open)
          if (!open) onOpenChange(false)
        }}
        onLeft={onLeft}
        returnTo={returnTo}
      />
    </>
  )
}

/** Whether one wants to hear of a room: its counts and notices. */
function MuteButton({ room }: { room: Room }) {
  const client = useQueryClient()
  const [isMuted, setMuted] = useState(room.isMuted)
  const { mutate, isPending } = useMutation<unknown, CallError, boolean>({
    mutationFn: (wish) => call(muteRoom, { params: { slug: room.slug }, body: { isMuted: wish } }),
    onSuccess: (_, wish) => {
      setMuted(wish)
      void client.invalidateQueries()
    },
    onError: (failure, wish) =>
      showToast({
        title: wish ? 'mute_failed' : 'unmute_failed',
        description: <ErrorText failure={failure} />,
      }),
  })
  return (
    <Button
      look="plain"
      wide
      aria-pressed={isMuted}
      pending={isPending}
      icon={<MemberIcon name={isMuted ? 'muted' : 'bell'} />}
      onClick={() => mutate(!isMuted)}
    >
      <Text ns="room" k="mute" />
    </Button>
  )
}

type RoomDialogProps = {
  room: Room
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onLeft: () => void
  returnTo: () => HTMLElement | null
}

/** Leaving gives up one's place, so it is asked once more. */
function LeaveRoomDialog({ room, isOpen, onOpenChange, onLeft, returnTo }: RoomDialogProps) {
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
