import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'
import { useExitKey } from '#web/platform/discretion/discretion.ts'
import { LiveProvider } from '#web/platform/live/live.tsx'
import { OutboxProvider } from '#web/platform/outbox/OutboxProvider.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { FrameParts } from './frameParts.ts'
import { MemberMenu } from '#web/platform/shell/bars/MemberMenu.tsx'
import { QuickExit } from '#web/platform/shell/bars/QuickExit.tsx'

/** Few are ever told, so that nobody else fetches it. */
const notices = lazyPart(async () => (await import('./frameNotices.tsx')).frameNotices())

/** Around every screen of members: the tab's one live line, the posts on their way, and what every header shows. */
export function MembersFrame({ bell }: { bell: ReactNode }) {
  const { session } = useSession()
  const { key } = useLocation()
  useExitKey()
  const isTold = session && (session.isHidden || session.isModerator || session.isFactorDue)
  // a screen is there without them
  const areHere = useQuietPart(notices, !!isTold, key + session?.expiresAt)
  const notice = areHere && <notices.Part about="hiding" />
  return (
    <LiveProvider>
      <OutboxProvider>
        <FrameParts value={{ menu: session && <MemberMenu />, exit: <QuickExit />, notice, bell }}>
          <Outlet />
        </FrameParts>
        {areHere && <notices.Part about="ending" />}
      </OutboxProvider>
    </LiveProvider>
  )
}
