import { Outlet } from 'react-router'
import { LiveProvider } from './live.tsx'
import { OutboxProvider } from './OutboxProvider.tsx'

/** Around every screen of members: the tab's one live line, and the posts on their way. */
export function MembersFrame() {
  return (
    <LiveProvider>
      <OutboxProvider>
        <Outlet />
      </OutboxProvider>
    </LiveProvider>
  )
}
