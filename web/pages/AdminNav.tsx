import { useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Link } from '#web/ui/Link.tsx'
import styles from './AdminPage.module.css'

const WAYS = [
  [paths.adminVerifications, 'verifications'],
  [paths.adminDoor, 'door'],
  [paths.adminMoney, 'money'],
  [paths.adminContact, 'contact'],
  [paths.adminRequests, 'requests'],
  [paths.adminRetention, 'retention'],
] as const

/** From each admin page to the others. */
export function AdminNav() {
  const { t } = useText('desk')
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('pages')} className={styles.nav}>
      <ul>
        {WAYS.map(([path, k]) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={pathname.replace(/\/$/, '') === path ? 'page' : undefined}
            >
              <Text ns="desk" k={k} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
