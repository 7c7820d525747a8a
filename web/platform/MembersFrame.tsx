import { Suspense, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { useExitKey } from './discretion.ts'
import { LiveProvider } from './live.tsx'
import { OutboxProvider } from './OutboxProvider.tsx'
import { useSession } from './session.ts'
import { FrameParts } from './shell/frameParts.ts'
import { MemberMenu } from './shell/MemberMenu.tsx'
import { QuickExit } from './shell/QuickExit.tsx'

/** Few ever see it, so that nobody else fetches it. */
const hidden = lazyPart(async () => (await import('./frameNotices.ts')).HiddenNotice)

/** Staff's alone: nobody else's session ends while they look. */
const ending = lazyPart(async () => (await import('./frameNotices.ts')).sessionEnding())

/** Around every screen of members: the tab's one live line, the posts on their way, and what every header shows. */
export function MembersFrame({ bell }: { bell: ReactNode }) {
  const { session } = useSession()
  useExitKey()
  const notice = session?.isHidden && (
    <Suspense fallback={null}>
      <hidden.Part />
    </Suspense>
  )
  return (
    <LiveProvider>
      <OutboxProvider>
        <FrameParts value={{ menu: session && <MemberMenu />, exit: <QuickExit />, notice, bell }}>
          <Outlet />
        </FrameParts>
        {(session?.isModerator || session?.isFactorDue) && (
          <Suspense fallback={null}>
            <ending.Part />
          </Suspense>
        )}
      </OutboxProvider>
    </LiveProvider>
  )
}
