import { Link } from 'react-router'
import { RailFoot } from '#web/pages/frame/rail/RailFoot.tsx'
import { paths } from '#web/paths.ts'
import { MembersFrame } from '#web/platform/shell/inside/MembersFrame.tsx'
import { Text } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { AdminLinks } from './admin/AdminLinks.tsx'
import { useWorkerWatch } from './frame/useWorkerWatch.ts'
import { MembersNavigation } from './frame/MembersNavigation.tsx'
import nav from './admin/AdminNav.module.css'
import rail from '#web/pages/frame/rail/Rail.module.css'

/** What stands around every page of staff: as around those of members, with a rail of its own. */
export function StaffArea() {
  useWorkerWatch()
  return <MembersFrame navigation={<MembersNavigation rail={<StaffRail />} />} />
}

/** In the place of the club's rail while somebody works: the pages of staff, and the way back on top. */
const StaffRail = () => (
  <div className={`screen-only ${rail.rail}`}>
    <header className={`stack-2 ${rail.head}`}>
      <Link to={paths.rooms} className={`align-center soft small ink-on-hover ${nav.club}`}>
        <Icon name="back" />
        <Text ns="desk" k="back" />
      </Link>
    </header>
    <div className={rail.ways}>
      <AdminLinks />
    </div>
    <RailFoot />
  </div>
)
