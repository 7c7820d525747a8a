import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Room } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { Count } from '#web/pages/frame/Count.tsx'
import styles from './Rail.module.css'

type Props = { room: Room; isClosed: boolean; pathname: string; life: ReactNode }

/** A room in the rail. A closed one is a link as well: its page says why it is closed. */
export function RoomRow({ room, isClosed, pathname, life }: Props) {
  const { slug, name, icon, isMuted, isMember } = room
  const to = paths.room(slug)
  const unread = isClosed ? 0 : room.unread
  return (
    <li>
      <Link
        to={to}
        className={styles.row}
        title={name}
        aria-current={pathname === to ? 'page' : undefined}
        data-room=""
        data-unread={unread > 0 || undefined}
        data-soft={isClosed || isMuted || !isMember || undefined}
      >
        <RoomIcon name={icon} />
        <span className={styles.words} lang="de">
          {name}
        </span>
        {isClosed && <Icon name="lock" size={16} />}
        {isMuted && !isClosed && (
          <>
            <MemberIcon name="muted" size={16} />
            <span className="visually-hidden">
              <Text ns="shell" k="nav_muted" />
            </span>
          </>
        )}
        <Count count={unread} />
        {life}
      </Link>
    </li>
  )
}
