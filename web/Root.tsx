import { Suspense, useEffect } from 'react'
import { useRoutes } from 'react-router'
import { PageFailed } from './pages/PageFailed.tsx'
import { useNeutralTitle } from '#web/platform/discretion/discretion.ts'
import { ScreenBoundary } from '#web/platform/boundary/ScreenBoundary.tsx'
import { ScrollPlace } from '#web/platform/shell/navigation/ScrollPlace.tsx'
import { SessionUnknown } from '#web/platform/shell/SessionUnknown.tsx'
import { SessionWatch } from '#web/platform/session/SessionWatch.tsx'
import { followTheme } from '#web/platform/shell/theme.ts'
import { routes } from './routes.tsx'
import { Text, useText } from './text/Text.tsx'
import { LateWords } from '#web/ui/behaviour/lazyPart.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { ToastRegion } from '#web/ui/feedback/Toasts.tsx'

/** In the place of a part of a screen, of which the rest stays with whatever was typed in it. */
const LATE = {
  away: (
    <Notice tone="danger">
      <Text ns="errors" k="FETCH_ERROR" />
    </Notice>
  ),
  gone: (
    <Notice tone="danger">
      <Text ns="shell" k="page_failed_detail" />
    </Notice>
  ),
}

/** What stays while screens change: the session's watch, toasts, the scroll position. */
export function Root() {
  const { t } = useText('shell')
  const screen = useRoutes(routes)
  useNeutralTitle()
  useEffect(followTheme, [])
  return (
    <>
      {' '}
      <SessionWatch />
      <ScreenBoundary fallback={<PageFailed />}>
        <LateWords value={LATE}>
          <Suspense fallback={<SessionUnknown />}>{screen}</Suspense>
        </LateWords>
      </ScreenBoundary>
      <ScrollPlace />
      <ToastRegion words={{ region: t('notifications'), close: t('close') }} />
    </>
  )
}
