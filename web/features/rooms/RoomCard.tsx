import { Link } from 'react-router'
import { limits } from '#contract/limits.ts'
import type { Room } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { AccessBadge } from './AccessBadge.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { RoomsIcon } from './RoomsIcon.tsx'
import styles from './RoomCard.module.css'

type Props = {
  room: Room
  /** The plan has no place left for one more room. */
  isPlanFull: boolean
}

/** A room and the way in. A closed one says why, and leads to its door all the same. */
export function RoomCard({ room, isPlanFull }: Props) {
  const { slug, name, description, icon, accessLevel, memberCount, entryRefusal } = room
  const { isMember, isDormant: rests } = room
  const isFull = isPlanFull && !isMember && !rests && !entryRefusal
  const isClosed = entryRefusal !== null || rests
  return (
    <article className={styles.card} data-closed={isClosed || undefined}>
      <div className={styles.icon}>
        <RoomIcon name={icon} />
      </div>
      <div className={styles.badges}>
        {room.unread > 0 && !isClosed && <Unread count={room.unread} />}
        <AccessBadge level={accessLevel} />
      </div>
      <h2 className={styles.name} lang="de">
        <Link to={paths.room(slug)} className={styles.way}>
          {name}
        </Link>
      </h2>
      <p className={styles.description} lang="de">
        {description}
      </p>
      {(entryRefusal || isFull || rests) && (
        <p className={styles.reason}>
          <Icon name="lock" size={18} />
          <span>
            {entryRefusal ? (
              <ErrorText failure={{ code: entryRefusal }} />
            ) : (
              <Text ns="rooms" k={rests ? 'resting_text' : 'places_taken'} />
            )}
          </span>
        </p>
      )}
      <p className={styles.facts}>
        <span>
          <RoomsIcon name="people" size={18} />
          <Text ns="rooms" k="members" values={{ count: memberCount }} />
        </span>
        {(isMember || rests) && (
          <span className={rests ? undefined : styles.joined}>
            {rests ? <MemberIcon name="clock" size={18} /> : <Icon name="check" size={18} />}
            <Text ns="rooms" k={rests ? 'resting' : 'joined'} />
          </span>
        )}
      </p>
    </article>
  )
}

/** To the eye a number, to the ear a sentence. */
function Unread({ count }: { count: number }) {
  const most = limits.unreadCounted - 1
  const isMore = count > most
  return (
    <span className={styles.unread}>
      <span aria-hidden="true">{isMore ? `${most}+` : count}</span>
      <span className="visually-hidden">
        {isMore ? (
          <Text ns="rooms" k="unread_many" values={{ count: most }} />
        ) : (
          <Text ns="rooms" k="unread" values={{ count }} />
        )}
      </span>
    </span>
  )
}
