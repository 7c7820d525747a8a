import { Suspense } from 'react'
import { useRoutes } from 'react-router'
import { PageFailed } from './pages/PageFailed.tsx'
import { ScreenBoundary } from './platform/ScreenBoundary.tsx'
import { ScrollPlace } from './platform/ScrollPlace.tsx'
import { SessionUnknown } from './platform/SessionUnknown.tsx'
import { SessionWatch } from './platform/SessionWatch.tsx'
import { routes } from './routes.tsx'
import { useText } from './text/useText.ts'
import { ToastRegion } from './ui/Toasts.tsx'

/** What stays while screens change: the session's watch, toasts, the scroll position. */
export function Root() {
  const { t } = useText('shell')
  const screen = useRoutes(routes)
  return (
    <>
      {' '}
      <SessionWatch />
      <ScreenBoundary fallback={<PageFailed />}>
        <Suspense fallback={<SessionUnknown />}>{screen}</Suspense>
      </ScreenBoundary>
      <ScrollPlace />
      <ToastRegion words={{ region: t('notifications'), close: t('close') }} />
    </>
  )
}
