import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { listPeople } from '#contract/posts/people.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useRefetchOnChange } from '#web/platform/live/useAskAgain.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { RoomLife } from './RoomLife.tsx'
import { useRoomFade } from './useRoomFade.ts'
import styles from './Rail.module.css'

const MOST = 5
const FRESH_MS = 60_000
const peopleQuery = query(listPeople, { query: {} })

type Props = { hasWords: boolean; onLife: Parameters<typeof RoomLife>[0]['onKnown'] }

/** What the rail shows once somebody is there: what goes on in the rooms, and with whom one spoke last. */
export function Lately({ hasWords, onLife }: Props) {
  useRoomFade()
  return (
    <>
      <RoomLife onKnown={onLife} />
      {hasWords && <RecentPeople />}
    </>
  )
}

/** At the end of the rail. */
function RecentPeople() {
  const { t, langAttribute } = useText('shell')
  const { pathname } = useLocation()
  const { data, refetch } = useQuery({ ...peopleQuery, staleTime: FRESH_MS })
  useRefetchOnChange(peopleQuery.queryKey)
  useLiveEvents(({ type }) => {
    // somebody answered, named one or waved
    if (type === 'bell') void refetch()
  })
  const people = data?.people.slice(0, MOST) ?? []
  if (people.length === 0) return null
  return (
    <nav aria-label={t('nav_lately')} lang={langAttribute('nav_lately')}>
      <p className={styles.title}>
        <Text ns="shell" k="nav_lately" />
      </p>
      <ul role="list">
        {people.map(({ id, username, portrait }) => (
          <li key={id}>
            <Link
              to={paths.member(id)}
              className={styles.row}
              title={username}
              aria-current={pathname === paths.member(id) ? 'page' : undefined}
            >
              <Portrait member={{ id, username }} photoId={portrait} className={styles.portrait} />
              <span className={styles.words} lang="">
                {username}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
