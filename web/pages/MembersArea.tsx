import { WorkerWatch } from '#web/features/notifications/WorkerWatch.tsx'
import { MembersFrame } from '#web/platform/shell/inside/MembersFrame.tsx'
import { Ways } from './frame/Ways.tsx'

/** What stands around every screen of members. */
export const MembersArea = () => (
  <>
    <WorkerWatch />
    <MembersFrame ways={<Ways />} />
  </>
)
