import { Outlet, ScrollRestoration } from 'react-router'
import { SessionWatch } from './platform/SessionWatch.tsx'
import { useText } from './text/useText.ts'
import { ToastRegion } from './ui/Toasts.tsx'
import { TooltipDelay } from './ui/Tooltip.tsx'

/** What stays while screens change: the session's watch, toasts, tooltips, the scroll position. */
export function Root() {
  const { t } = useText('shell')
  return (
    <ToastRegion words={{ region: t('notifications'), close: t('close') }}>
      <TooltipDelay delay={300}>
        <SessionWatch />
        <Outlet />
        <ScrollRestoration />
      </TooltipDelay>
    </ToastRegion>
  )
}
