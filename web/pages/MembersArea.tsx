import { BellLink } from '#web/features/notifications/BellLink.tsx'
import { WorkerWatch } from '#web/features/notifications/WorkerWatch.tsx'
import { MembersFrame } from '#web/platform/shell/MembersFrame.tsx'

/** What stands around every screen of members. */
export const MembersArea = () => (
  <>
    <WorkerWatch />
    <MembersFrame bell={<BellLink />} />
  </>
)
