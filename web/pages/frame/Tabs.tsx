// On a phone, the tabs at the foot of the screen: rooms, tables, notices, people and one's own pages.
import { Link, useLocation, useNavigate } from 'react-router'
import { findCurrent, paths } from '#web/paths.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { Count } from './Count.tsx'
import { NewTables } from './NewTables.tsx'
import { findNextNew, type OwnRooms } from './useOwnRooms.ts'
import styles from './Tabs.module.css'

/** Where the thumb is: the five places of the club. The one shown goes to its head, and from there on to what is new. */
export function Tabs({ rooms, news }: { rooms: OwnRooms; news: number }) {
  const { t, langAttribute } = useText('shell')
  const { pathname } = useLocation()
  const { userId } = useMember()
  const navigate = useNavigate()
  const again = () => {
    const next = window.scrollY === 0 && pathname === paths.rooms && findNextNew(rooms, null)
    if (next) return void navigate(paths.room(next.slug))
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
  }
  const tabs = [
    {
      to: paths.rooms,
      icon: <MemberIcon name="door" size={22} />,
      k: 'nav_rooms',
      said: 'nav_rooms_unread',
      count: rooms.unread,
    },
    {
      to: paths.tables,
      icon: <MemberIcon name="table" size={22} />,
      k: 'nav_tables',
      count: 0,
      late: <NewTables />,
    },
    {
      to: paths.notices,
      icon: <MemberIcon name="bell" size={22} />,
      k: 'bell',
      said: 'bell_unread',
      count: news,
    },
    { to: paths.people, icon: <MemberIcon name="people" size={22} />, k: 'nav_people', count: 0 },
    { to: paths.me, icon: <Icon name="person" size={22} />, k: 'nav_me', count: 0 },
  ] as const
  return (
    <nav
      aria-label={t('nav_ways')}
      lang={langAttribute('nav_ways')}
      className={`screen-only ${styles.tabs}`}
    >
      <ul role="list">
        {tabs.map(({ to, icon, k, count, ...more }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={findCurrent(to, pathname, userId)}
              onClick={(event) => {
                if (pathname !== to) return
                event.preventDefault()
                again()
              }}
            >
              <span className={styles.icon}>
                {icon}
                <Count count={count} isSaid />
              </span>
              <span
                className={`truncate bold ${styles.words}`}
                aria-hidden={count > 0 || undefined}
              >
                <Text ns="shell" k={k} />
              </span>
              {'late' in more && <span className={styles.late}>{more.late}</span>}
              {count > 0 && 'said' in more && (
                <span className="visually-hidden">
                  <Text ns="shell" k={more.said} values={{ count }} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
