// Why a room did not open, and what would open it.
import { Link } from 'react-router'
import { useState } from 'react'
import type { Room } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { takesPlace, ownRooms, waysOut, type RefusedEntry } from './refusedEntry.ts'
import { useLeaveRoom } from './useLeaveRoom.ts'
import styles from './RestingRooms.module.css'

type Props = { refused: RefusedEntry | null; rooms: readonly Room[]; onClose: () => void }

export function RefusalDialog({ refused, rooms, onClose }: Props) {
  const room = rooms.find(({ slug }) => slug === refused?.slug)
  const ways = refused ? waysOut[refused.code] : []
  const isFull = refused?.code === 'room_limit_reached'
  const hasPlace = isFull && room && !takesPlace(room)

  return (
    <Dialog
      open={refused !== null}
      onOpenChange={(open) => !open && onClose()}
      title={
        isFull || !room ? (
          <Text ns="rooms" k={isFull ? 'limit_title' : 'room'} />
        ) : (
          <Text ns="rooms" k="refused_title" values={{ room: room.name }} />
        )
      }
      description={refused && <ErrorText failure={{ code: refused.code }} />}
      // focuses the words, so that Enter alone leaves no room
      isRead={isFull}
      actions={
        <>
          <DialogCancel words={<Text ns="shell" k="close" />} />
          {ways.includes('invite') && (
            <Button render={<Link to={paths.invite} reloadDocument />}>
              <Text ns="rooms" k="invite" />
            </Button>
          )}
          {ways.includes('upgrade') && (
            <Button
              look={ways.length > 1 ? 'quiet' : 'primary'}
              render={<Link to={paths.upgrade} />}
            >
              <Text ns="rooms" k="upgrade" />
            </Button>
          )}
          {ways.includes('verify') && (
            <Button render={<Link to={paths.verify} />}>
              <Text ns="rooms" k="verify" />
            </Button>
          )}
        </>
      }
    >
      {hasPlace && <PlacesToFree wanted={room} own={ownRooms(rooms)} />}
    </Dialog>
  )
}

/** The rooms one is in, to leave one of them; then the way into the room one wanted. */
function PlacesToFree({ wanted, own }: { wanted: Room; own: readonly Room[] }) {
  const { t } = useText('rooms')
  const leave = useLeaveRoom()
  const [hasLeft, setHasLeft] = useState(false)

  return (
    <div className={`stack-3 ${styles.places}`}>
      <Text as="p" id="limit-rooms" ns="rooms" k="limit_rooms" />
      <ul role="list" aria-labelledby="limit-rooms" className={`ruled-list ${styles.list}`}>
        {own.map(({ slug, name }) => (
          <li key={slug}>
            <span lang="de">{name}</span>
            <Button
              ref={useFocusHandover}
              look="quiet"
              size="s"
              pending={leave.isPending && leave.variables === slug}
              aria-label={t('leave_named', { room: name })}
              onClick={() => leave.mutate(slug, { onSuccess: () => setHasLeft(true) })}
            >
              <Text ns="rooms" k="leave" />
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert" className="danger">
        {leave.error && (
          <>
            <Text ns="rooms" k="leave_failed" /> <ErrorText failure={leave.error} />
          </>
        )}
      </p>
      <p role="status">{hasLeft && <Text ns="rooms" k="place_free" />}</p>
      {hasLeft && (
        <Button wide render={<Link to={paths.room(wanted.slug)} />}>
          <Text ns="rooms" k="enter_now" values={{ room: wanted.name }} />
        </Button>
      )}
    </div>
  )
}
