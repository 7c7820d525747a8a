import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Follows a step through the history, or to another `#part`, that was taken while the first screen
 * was drawn: the router listens only from then on.
 */
export function MissedStep() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const follow = useEffectEvent(() => {
    const { location, history } = window
    const now = location.pathname + location.search + location.hash
    const { usr: state } = (history.state ?? {}) as { usr?: unknown }
    if (now !== pathname + search + hash) void navigate(now, { replace: true, state })
  })
  useEffect(() => follow(), [])
  return null
}
