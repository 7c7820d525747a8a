// The rail at the left of members' screens: links to the club's places and one's rooms, with what is unread.
import { Suspense, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Room } from '#contract/rooms/rooms.ts'
import { findCurrent, paths } from '#web/paths.ts'
import { useFits } from '#web/platform/shell/useFits.ts'
import { useMember } from '#web/platform/session/session.ts'
import { useClub } from '#web/text/club.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'
import { useFirstSign } from '#web/ui/fields/useFirstSign.ts'
import { Lamp } from '#web/ui/icons/Lamp.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { Count } from '#web/pages/frame/Count.tsx'
import type { OwnRooms } from '#web/pages/frame/useOwnRooms.ts'
import { NewTables } from '#web/pages/frame/NewTables.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { RailFoot } from './RailFoot.tsx'
import type { DrawLife } from './RoomLife.tsx'
import styles from './Rail.module.css'

/** Nobody waits for it: comes with the first sign that somebody is there. */
const lately = lazyPart(async () => (await import('./Lately.tsx')).Lately)
const desk = lazyPart(async () => (await import('./DeskCount.tsx')).DeskCount)

type Props = {
  rooms: OwnRooms
  news: number
  onJump: () => void
  /** Somebody is about to. */
  onJumpNear: () => void
}

/** At the left of every screen: where one may go, and where something is new. Without its words on a tablet. */
export function Rail({ rooms, news, onJump, onJumpNear }: Props) {
  const { t, langAttribute } = useText('shell')
  const { name } = useClub()
  const { isModerator } = useMember()
  const { pathname } = useLocation()
  const hasWords = useFits('words')
  const [isLively, setLively] = useState(false)
  useFirstSign(() => setLively(true))
  const isLatelyHere = useQuietPart(lately, isLively, pathname)
  const isDeskHere = useQuietPart(desk, isModerator && isLively, pathname)
  const [life, setLife] = useState<DrawLife | null>(null)
  const rows = (all: OwnRooms['open'], isClosed = false) =>
    all.map((room) => (
      <RoomRow key={room.slug} {...{ room, isClosed, pathname }} life={life?.(room)} />
    ))
  return (
    <div className={`screen-only ${styles.rail}`} data-icons={!hasWords || undefined}>
      <header className={`stack-2 ${styles.head}`}>
        <Link to={paths.rooms} className={styles.mark} title={name} aria-label={t('home')}>
          <Lamp size={28} />
          <span className={styles.words}>{name}</span>
        </Link>
        <button
          type="button"
          className={`line-2 soft small ${styles.jump}`}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          title={t('nav_jump')}
          lang={langAttribute('nav_jump')}
          aria-current={pathname === paths.search ? 'page' : undefined}
          onPointerEnter={onJumpNear}
          onClick={onJump}
        >
          <MemberIcon name="search" size={18} />
          <span className={styles.words}>{t('nav_jump')}</span>
          <kbd aria-hidden="true">{MOD} K</kbd>
        </button>
      </header>
      <div className={styles.ways}>
        <nav aria-label={t('nav_ways')} lang={langAttribute('nav_ways')}>
          <ul role="list">
            <Way to={paths.rooms} icon={<MemberIcon name="home" />} k="nav_rooms" />
            <Way to={paths.tables} icon={<MemberIcon name="table" />} k="nav_tables">
              <NewTables />
            </Way>
            <Way to={paths.notices} icon={<MemberIcon name="bell" />} k="bell" count={news} />
            <Way to={paths.people} icon={<MemberIcon name="people" />} k="nav_people" />
            {isModerator && (
              <Way to={paths.adminStart} icon={<MemberIcon name="desk" />} k="nav_desk">
                {isDeskHere && (
                  <Suspense fallback={null}>
                    <desk.Part />
                  </Suspense>
                )}
              </Way>
            )}
          </ul>
        </nav>
        <nav aria-label={t('nav_rooms')} lang={langAttribute('nav_rooms')}>
          {rooms.open.length > 0 && (
            <>
              <Text as="p" className={styles.title} ns="shell" k="nav_own" />
              <ul role="list">{rows(rooms.open)}</ul>
            </>
          )}
          {rooms.closed.length > 0 && (
            <>
              <Text as="p" className={styles.title} id="rail-closed" ns="shell" k="nav_closed" />
              <ul role="list" aria-labelledby="rail-closed">
                {rows(rooms.closed, true)}
              </ul>
            </>
          )}
        </nav>
        {isLatelyHere && (
          <Suspense fallback={null}>
            <lately.Part hasWords={hasWords} onLife={setLife} />
          </Suspense>
        )}
      </div>
      <RailFoot />
    </div>
  )
}

const MOD = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'

type WayProps = {
  to: string
  icon: ReactNode
  k: 'nav_rooms' | 'nav_tables' | 'bell' | 'nav_people' | 'nav_desk'
  count?: number
  children?: ReactNode
}

function Way({ to, icon, k, count = 0, children }: WayProps) {
  const { t, langAttribute } = useText('shell')
  const { pathname } = useLocation()
  const { userId } = useMember()
  return (
    <li>
      <Link
        to={to}
        className={styles.row}
        title={t(k)}
        lang={langAttribute(k)}
        aria-current={findCurrent(to, pathname, userId)}
      >
        {icon}
        <span className={styles.words} aria-hidden={count > 0 || undefined}>
          {t(k)}
        </span>
        <Count count={count} isSaid />
        {count > 0 && (
          <span className="visually-hidden">
            <Text ns="shell" k="bell_unread" values={{ count }} />
          </span>
        )}
        {children}
      </Link>
    </li>
  )
}

type RowProps = { room: Room; isClosed: boolean; pathname: string; life: ReactNode }

/** A room in the rail. A closed one is a link as well: its page says why it is closed. */
function RoomRow({ room, isClosed, pathname, life }: RowProps) {
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
            <Text as="span" className="visually-hidden" ns="shell" k="nav_muted" />
          </>
        )}
        <Count count={unread} />
        {life}
      </Link>
    </li>
  )
}
