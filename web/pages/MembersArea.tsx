import { BellLink } from '#web/features/bell/BellLink.tsx'
import { WorkerWatch } from '#web/features/bell/WorkerWatch.tsx'
import { MembersFrame } from '#web/platform/MembersFrame.tsx'

/** What stands around every screen of members. */
export const MembersArea = () => (
  <>
    <WorkerWatch />
    <MembersFrame bell={<BellLink />} />
  </>
)
