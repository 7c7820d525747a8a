import type { ReactNode } from 'react'
import type { Room } from '#contract/rooms/rooms.ts'
import { AccessBadge } from '#web/features/rooms/AccessBadge.tsx'
import { RoomMenu } from './RoomMenu.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import styles from './RoomHeader.module.css'

type Props = { room: Room; status: ReactNode; onLeft: () => void }

/** Stays in sight, however far one reads: where one is, who else is, and what one can do about it. */
export function RoomHeader({ room, status, onLeft }: Props) {
  return (
    <header className={`line-3 ${styles.bar}`}>
      <span className={styles.icon}>
        <RoomIcon name={room.icon} />
      </span>
      <h1 lang="de">{room.name}</h1>
      <span className={`line-3 ${styles.about}`}>
        <AccessBadge level={room.accessLevel} />
        <span
          className={`truncate soft small ${styles.description}`}
          lang="de"
          title={room.description}
        >
          {room.description}
        </span>
      </span>
      <div className={`line-2 ${styles.status}`}>
        {status}
        <RoomMenu room={room} onLeft={onLeft} />
      </div>
    </header>
  )
}

/** As high as the head of a room, and its question of the day. */
export const RoomHeadSkeleton = () => (
  <>
    <div className={`line-3 ${styles.bar}`}>
      <Skeleton parts={['title']} className={styles.ghost} />
    </div>
    <Skeleton parts={['brief', 'line']} className={styles.ghostCard} />
  </>
)
