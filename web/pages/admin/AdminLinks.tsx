// From each page of staff to the others, as far as they are theirs, with what waits there.
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { getStart, type Waits } from '#contract/admin/admin.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useMember } from '#web/platform/session/session.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import styles from './AdminNav.module.css'

type AdminLink = { to: string; k: Key<'desk'>; waits?: Waits }
type Group = { k: 'group_queues' | 'group_club' | 'group_records' | null; links: AdminLink[] }

const REPORTS: AdminLink = { to: paths.adminReports, k: 'reports', waits: 'reports' }
const START: Group = { k: null, links: [{ to: paths.adminStart, k: 'start' }] }

const MODERATORS: Group[] = [START, { k: 'group_queues', links: [REPORTS] }]
const ADMINS: Group[] = [
  START,
  {
    k: 'group_queues',
    links: [
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
    links: [
      { to: paths.adminMembers, k: 'members', waits: 'roles' },
      { to: paths.adminRooms, k: 'rooms' },
      { to: paths.adminIcebreakers, k: 'icebreakers' },
      { to: paths.adminWords, k: 'words' },
      { to: paths.adminSettings, k: 'settings' },
    ],
  },
  {
    k: 'group_records',
    links: [
      { to: paths.adminAudit, k: 'audit' },
      { to: paths.adminRetention, k: 'retention', waits: 'retention' },
      { to: paths.adminHealth, k: 'health' },
    ],
  },
]

export function AdminLinks({ onGone }: { onGone?: () => void }) {
  const { t, langAttribute } = useText('desk')
  const { isAdmin } = useMember()
  const path = useLocation().pathname.replace(/\/$/, '')
  const waits = useWaits()
  return (
    <nav aria-label={t('pages')} lang={langAttribute('pages')} className={`stack-2 ${styles.nav}`}>
      {(isAdmin ? ADMINS : MODERATORS).map(({ k, links }) => (
        <div key={k ?? 'start'}>
          {k && <Text as="p" id={k} className={`soft tiny bold ${styles.group}`} ns="desk" k={k} />}
          <ul role="list" aria-labelledby={k ?? undefined}>
            {links.map((link) => (
              <li key={link.k}>
                <Link to={link.to} aria-current={toCurrent(link.to, path)} onClick={onGone}>
                  <Text as="span" ns="desk" k={link.k} />
                  {link.waits && <Count {...waits?.get(link.waits)} />}
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
      <span className={`danger tiny bold ${styles.late}`}>
        {' '}
        <Text ns="desk" k="late" values={{ count: overdue }} />
      </span>
    )}
    {count > 0 && <span className={`tiny bold tabular ${styles.count}`}> {count}</span>}
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
