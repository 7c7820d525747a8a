import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { getStart, type Waits } from '#contract/admin/admin.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './admin.module.css'

const WAYS: Record<Waits, string> = {
  reports: paths.adminReports,
  verifications: paths.adminVerifications,
  line: paths.adminDoor,
  messages: paths.adminContact,
  requests: paths.adminRequests,
  declarations: `${paths.adminMoney}?part=declarations`,
  roles: paths.adminMembers,
  retention: paths.adminRetention,
}
const HOUR_MS = 3_600_000

/** What waits where: how much, since when, and what waits too long. */
export function StartDesk() {
  const list = useQuery({ ...query(getStart, {}), staleTime: 0 })
  const tongue = useScreenTongue()
  const now = useNow()
  return (
    <QueryView asked={list} failed={<Text ns="house" k="failed" />}>
      {({ waits }) => (
        <ul className={styles.list}>
          {waits.map(({ kind, count, oldest, overdue }) => (
            <li key={kind} className={styles.line}>
              <div className={styles.head}>
                <h2 className={styles.name}>
                  <Link to={WAYS[kind]}>
                    <Text ns="house" k={`waits_${kind}`} />
                  </Link>
                </h2>
                <span className={styles.count}>{count}</span>
              </div>
              {oldest && (
                <p className={styles.soft}>
                  <Text
                    ns="house"
                    k="oldest"
                    values={{ moment: formatMoment(oldest, tongue), ...ageOf(oldest, now) }}
                  />
                </p>
              )}
              {overdue > 0 && (
                <p className={styles.late}>
                  <Text ns="house" k="overdue" values={{ count: overdue }} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}

const ageOf = (since: string, now: Date) => ({
  count: Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / HOUR_MS)),
})
