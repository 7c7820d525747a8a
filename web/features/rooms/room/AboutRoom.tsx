import type { Room } from '#contract/rooms/rooms.ts'
import { Text } from '#web/text/Text.tsx'
import { AccessBadge } from '#web/features/rooms/AccessBadge.tsx'
import styles from './RoomMenuDialog.module.css'

/** What a room is for, and to whom it is open. */
export const AboutRoom = ({ room }: { room: Room }) => (
  <>
    <p lang="de">{room.description}</p>
    <p className={styles.facts}>
      <AccessBadge level={room.accessLevel} />
      <Text ns="rooms" k="members" values={{ count: room.memberCount }} />
    </p>
  </>
)
