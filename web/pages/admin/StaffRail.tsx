import { Link } from 'react-router'
import { RailFoot } from '#web/pages/frame/rail/RailFoot.tsx'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { AdminLinks } from './AdminLinks.tsx'
import nav from './AdminNav.module.css'
import rail from '#web/pages/frame/rail/Rail.module.css'

/** In the place of the club's rail while somebody works: the pages of staff, and the way back on top. */
export const StaffRail = () => (
  <div className={`screen-only ${rail.rail}`}>
    <header className={rail.head}>
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
