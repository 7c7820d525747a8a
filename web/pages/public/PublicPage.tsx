import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PageFailed } from '#web/pages/PageFailed.tsx'

const openedAt = window.location.pathname

/** Public pages are documents of their own, without the app: the browser leaves for them. */
export function PublicPage() {
  const { pathname, search, hash } = useLocation()
  // a server that answered with the app here would do so again
  const isHere = pathname === openedAt
  useEffect(() => {
    if (!isHere) window.location.replace(pathname + search + hash)
  }, [isHere, pathname, search, hash])
  return isHere ? <PageFailed /> : null
}
