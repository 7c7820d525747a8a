import { Link } from 'react-router'
import type { Room } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { PlacesToFree } from './PlacesToFree.tsx'
import { takesPlace, ownRooms, waysOut, type RefusedEntry } from './refusedEntry.ts'

type Props = { refused: RefusedEntry | null; rooms: readonly Room[]; onClose: () => void }

/** Why a room did not open, and what would open it. */
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
