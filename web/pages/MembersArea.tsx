import { MembersFrame } from '#web/platform/shell/inside/MembersFrame.tsx'
import { useWorkerWatch } from './frame/useWorkerWatch.ts'
import { MembersNavigation } from './frame/MembersNavigation.tsx'

/** What stands around every screen of members. */
export function MembersArea() {
  useWorkerWatch()
  return <MembersFrame navigation={<MembersNavigation />} />
}
