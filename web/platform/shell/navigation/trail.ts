import { useEffect, type MouseEvent, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'

/** Where a screen leads back to; its `onClick` goes back in the history instead, to the place one left there. */
export type WayBack = { to: string; label: ReactNode; onClick?: (event: MouseEvent) => void }

type Visit = { pathname: string; title: string }

/** The screens of this tab, by their place in its history, as the router numbers it. */
const visits = new Map<number, Visit>()

const placeInHistory = (): number | null => {
  const state = window.history.state as { idx?: unknown } | null
  return typeof state?.idx === 'number' ? state.idx : null
}

/** The visit before this screen, however often one went about within it. */
function lastElsewhere(pathname: string): { steps: number; visit: Visit } | null {
  const now = placeInHistory()
  if (now === null) return null
  for (let steps = 1; steps <= now; steps += 1) {
    const visit = visits.get(now - steps)
    if (!visit) return null
    if (visit.pathname !== pathname) return { steps, visit }
  }
  return null
}

/** Their way back is the specification's, or the one of a place with a door of its own. */
const isFixed = (pathname: string) =>
  [paths.settings, paths.verify].some((path) => path === pathname) ||
  pathname.startsWith(paths.room('')) ||
  pathname.startsWith(paths.table(''))

/** Notes that the screen was visited, and answers where it leads back to: the screen one came from, else where it says. */
export function useTrail(title: string, given: WayBack | undefined): WayBack | undefined {
  const { pathname, key } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const place = placeInHistory()
    if (place !== null) visits.set(place, { pathname, title })
  }, [pathname, key, title])

  const last = given && !isFixed(pathname) ? lastElsewhere(pathname) : null
  if (!last) return given
  const { steps, visit } = last
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-steps)
  }
  return { to: visit.pathname, label: visit.title, onClick }
}
