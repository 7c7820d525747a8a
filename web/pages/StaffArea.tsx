import { WorkerWatch } from '#web/features/notifications/WorkerWatch.tsx'
import { MembersFrame } from '#web/platform/shell/inside/MembersFrame.tsx'
import { StaffRail } from './admin/StaffRail.tsx'
import { Ways } from './frame/Ways.tsx'

/** What stands around every page of staff: as around those of members, with a rail of its own. */
export const StaffArea = () => (
  <>
    <WorkerWatch />
    <MembersFrame ways={<Ways rail={<StaffRail />} />} />
  </>
)
