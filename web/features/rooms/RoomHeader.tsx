import type { ReactNode } from 'react'
import type { Room } from '#contract/rooms/rooms.ts'
import { AccessBadge } from './AccessBadge.tsx'
import { LeaveRoomButton } from './LeaveRoomButton.tsx'
import { MuteButton } from './MuteButton.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import styles from './RoomHeader.module.css'

type Props = { room: Room; status: ReactNode; onLeft: () => void }

export function RoomHeader({ room, status, onLeft }: Props) {
  return (
    <header className={styles.header}>
      <div className={styles.icon}>
        <RoomIcon name={room.icon} />
      </div>
      <div className={styles.words}>
        <h1 lang="de">{room.name}</h1>
        <p className={styles.description} lang="de">
          {room.description}
        </p>
        <div className={styles.facts}>
          <AccessBadge level={room.accessLevel} />
          {status}
          <div className={styles.acts}>
            <MuteButton room={room} />
            <LeaveRoomButton room={room} onLeft={onLeft} />
          </div>
        </div>
      </div>
    </header>
  )
}

/** As high as the head of a room, and its question of the day. */
export const RoomHeadSkeleton = () => (
  <>
    <div className={styles.header}>
      <div className={styles.icon} />
      <Skeleton parts={['title', 'line', 'brief']} className={styles.ghost} />
    </div>
    <Skeleton parts={['brief', 'line']} className={styles.ghostCard} />
  </>
)
