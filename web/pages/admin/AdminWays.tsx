import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { getStart, type Waits } from '#contract/admin/admin.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useMember } from '#web/platform/session/session.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import styles from './AdminNav.module.css'

type Way = { to: string; k: Key<'desk'>; waits?: Waits }
type Group = { k: 'group_queues' | 'group_club' | 'group_records' | null; ways: Way[] }

const REPORTS: Way = { to: paths.adminReports, k: 'reports', waits: 'reports' }
const START: Group = { k: null, ways: [{ to: paths.adminStart, k: 'start' }] }

const MODERATORS: Group[] = [START, { k: 'group_queues', ways: [REPORTS] }]
const ADMINS: Group[] = [
  START,
  {
    k: 'group_queues',
    ways: [
      REPORTS,
      {
        to: `${paths.adminVerifications}?filter=queue`,
        k: 'verifications',
        waits: 'verifications',
      },
      { to: paths.adminDoor, k: 'door', waits: 'line' },
      { to: paths.adminContact, k: 'contact', waits: 'messages' },
      { to: paths.adminRequests, k: 'requests', waits: 'requests' },
      { to: paths.adminMoney, k: 'money', waits: 'declarations' },
    ],
  },
  {
    k: 'group_club',
    ways: [
      { to: paths.adminMembers, k: 'members', waits: 'roles' },
      { to: paths.adminRooms, k: 'rooms' },
      { to: paths.adminIcebreakers, k: 'icebreakers' },
      { to: paths.adminWords, k: 'words' },
      { to: paths.adminSettings, k: 'settings' },
    ],
  },
  {
    k: 'group_records',
    ways: [
      { to: paths.adminAudit, k: 'audit' },
      { to: paths.adminRetention, k: 'retention', waits: 'retention' },
      { to: paths.adminHealth, k: 'health' },
    ],
  },
]

/** From each page of staff to the others, as far as they are theirs, with what waits there. */
export function AdminWays({ onGone }: { onGone?: () => void }) {
  const { t, langAttribute } = useText('desk')
  const { isAdmin } = useMember()
  const path = useLocation().pathname.replace(/\/$/, '')
  const waits = useWaits()
  return (
    <nav aria-label={t('pages')} lang={langAttribute('pages')} className={`stack-2 ${styles.nav}`}>
      {(isAdmin ? ADMINS : MODERATORS).map(({ k, ways }) => (
        <div key={k ?? 'start'}>
          {k && (
            <p id={k} className={styles.group}>
              <Text ns="desk" k={k} />
            </p>
          )}
          <ul role="list" aria-labelledby={k ?? undefined}>
            {ways.map((way) => (
              <li key={way.k}>
                <Link to={way.to} aria-current={toCurrent(way.to, path)} onClick={onGone}>
                  <span>
                    <Text ns="desk" k={way.k} />
                  </span>
                  {way.waits && <Count {...waits?.get(way.waits)} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const Count = ({ count = 0, overdue = 0 }: { count?: number; overdue?: number }) => (
  <>
    {overdue > 0 && (
      <span className={styles.late}>
        {' '}
        <Text ns="desk" k="late" values={{ count: overdue }} />
      </span>
    )}
    {count > 0 && <span className={styles.count}> {count}</span>}
  </>
)

/** What waits for staff, as on the start page; kept up to date by events. */
function useWaits() {
  const { data, refetch } = useQuery({ ...query(getStart, {}), retry: false })
  useLiveEvents(({ type }) => {
    if (type === 'reports' || type === 'submissions' || type === 'rooms') void refetch()
  })
  return data && new Map(data.waits.map((one) => [one.kind, one]))
}

/** A page below one of them belongs to it; all of them lie below the first. */
function toCurrent(to: string, here: string) {
  const [path] = to.split('?')
  if (here === path) return 'page'
  return path !== paths.adminStart && here.startsWith(`${path}/`) ? 'true' : undefined
}
