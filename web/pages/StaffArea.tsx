import { MembersFrame } from '#web/platform/shell/inside/MembersFrame.tsx'
import { StaffRail } from './admin/StaffRail.tsx'
import { useWorkerWatch } from './frame/useWorkerWatch.ts'
import { MembersNavigation } from './frame/MembersNavigation.tsx'

/** What stands around every page of staff: as around those of members, with a rail of its own. */
export function StaffArea() {
  useWorkerWatch()
  return <MembersFrame navigation={<MembersNavigation rail={<StaffRail />} />} />
}
