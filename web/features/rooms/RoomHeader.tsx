import type { ReactNode } from 'react'
import type { Room } from '#contract/rooms.ts'
import { AccessBadge } from './AccessBadge.tsx'
import { LeaveRoomButton } from './LeaveRoomButton.tsx'
import { MuteButton } from './MuteButton.tsx'
import { RoomIcon } from '#web/ui/RoomIcon.tsx'
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
          <MuteButton room={room} />
          <LeaveRoomButton room={room} onLeft={onLeft} />
        </div>
      </div>
    </header>
  )
}
