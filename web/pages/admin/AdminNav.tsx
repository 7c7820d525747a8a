import { Link, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { useMember } from '#web/platform/session/session.ts'
import { useScrollIntoView } from '#web/platform/lists/useScrollIntoView.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import styles from './AdminPage.module.css'

const MODERATORS = [
  [paths.adminStart, 'start'],
  [paths.adminReports, 'reports'],
] as const

const ADMINS = [
  ...MODERATORS,
  [paths.adminVerifications, 'verifications'],
  [paths.adminDoor, 'door'],
  [paths.adminMoney, 'money'],
  [paths.adminContact, 'contact'],
  [paths.adminRequests, 'requests'],
  [paths.adminRetention, 'retention'],
  [paths.adminMembers, 'members'],
  [paths.adminRooms, 'rooms'],
  [paths.adminIcebreakers, 'icebreakers'],
  [paths.adminSettings, 'settings'],
  [paths.adminAudit, 'audit'],
  [paths.adminHealth, 'health'],
  [paths.adminWords, 'words'],
] as const

/** From each page of staff to the others, as far as they are theirs. */
export function AdminNav() {
  const { t } = useText('desk')
  const { isAdmin } = useMember()
  const { pathname } = useLocation()
  const row = useScrollIntoView(pathname)
  return (
    <nav aria-label={t('pages')} className={styles.nav}>
      <ul ref={row}>
        {(isAdmin ? ADMINS : MODERATORS).map(([path, k]) => (
          <li key={path}>
            <Link to={path} aria-current={currentOf(path, pathname.replace(/\/$/, ''))}>
              <Text ns="desk" k={k} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A page below one of them belongs to it; all of them lie below the first. */
const currentOf = (path: string, here: string) =>
  here === path
    ? 'page'
    : path !== paths.adminStart && here.startsWith(`${path}/`)
      ? 'true'
      : undefined
