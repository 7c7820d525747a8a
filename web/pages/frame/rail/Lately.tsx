// What the rail shows once somebody is there: what goes on in the rooms, and with whom one spoke last.
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { listPeople } from '#contract/posts/people.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useRefetchOnChange } from '#web/platform/live/useAskAgain.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { RoomLife } from './RoomLife.tsx'
import styles from './Rail.module.css'

const MOST = 5
const FRESH_MS = 60_000
const peopleQuery = query(listPeople, { query: {} })

type Props = { hasWords: boolean; onLife: Parameters<typeof RoomLife>[0]['onKnown'] }

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
      <Text as="p" className={styles.title} ns="shell" k="nav_lately" />
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

const ROOM = paths.room('')
/** Longer than it takes to draw another room: whatever happens, the screen is not held. */
const MOST_MS = 150

/** From one room to another the one fades into the other, where the browser does that by itself and movement is welcome. */
function useRoomFade(): void {
  const { pathname } = useLocation()
  const shown = useRef(() => {})
  useLayoutEffect(() => shown.current(), [pathname])
  useEffect(() => {
    if (!('startViewTransition' in document)) return
    let isGoing = false
    const press = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-room]')
      if (!link || isGoing || !isFading(link, event)) return
      event.preventDefault()
      event.stopPropagation()
      const turn = document.startViewTransition(
        () =>
          new Promise<void>((isShown) => {
            shown.current = isShown
            setTimeout(isShown, MOST_MS)
            // pressed again, it does whatever that link does
            isGoing = true
            link.click()
            isGoing = false
          }),
      )
      // cut short by the next, or by a window that is not looked at: the room is shown all the same
      turn.ready.catch(() => {})
      turn.finished.catch(() => {})
    }
    const listening = new AbortController()
    window.addEventListener('click', press, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
}

function isFading(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
  const { pathname } = window.location
  return (
    !isElsewhere &&
    !event.altKey &&
    pathname.startsWith(ROOM) &&
    link.pathname.startsWith(ROOM) &&
    link.pathname !== pathname &&
    !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}
