import { Link } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { countBell } from '#contract/notifications/bell.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents, useLiveState } from '#web/platform/live/live.tsx'
import { Text } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './notifications.module.css'

const MOST_SHOWN = 99

/** The way to one's notices, with how many are unread. Asked when the line stands, then told by it. */
export function BellLink() {
  const client = useQueryClient()
  const asked = query(countBell, {})
  const isLive = useLiveState() === 'live'
  const { data } = useQuery({ ...asked, enabled: isLive, staleTime: 300_000 })
  useLiveEvents((event) => {
    if (event.type === 'bell') {
      // an answer that is on its way is older
      void client.cancelQueries(asked)
      client.setQueryData(asked.queryKey, { unread: event.unread })
    }
    // the line was away: what rang meanwhile was not heard
    if (event.type === 'ready') void client.invalidateQueries({ queryKey: asked.queryKey })
  })
  const unread = data?.unread ?? 0
  return (
    <Link to={paths.notices} className={styles.bell}>
      <MemberIcon name="bell" />
      <span className="visually-hidden">
        <Text ns="shell" k={unread > 0 ? 'bell_unread' : 'bell'} values={{ count: unread }} />
      </span>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  )
}
