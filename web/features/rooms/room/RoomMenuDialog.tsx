import { useState } from 'react'
import { useNewestLast } from '#web/platform/lists/newestLast.ts'
import { putNewestLast } from '#web/platform/lists/newestLast.choice.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { AccessBadge } from '#web/features/rooms/AccessBadge.tsx'
import { LeaveRoomDialog, type RoomDialogProps } from './LeaveRoomDialog.tsx'
import { MuteButton } from './MuteButton.tsx'
import styles from '#web/ui/dialogs/Menu.module.css'

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
