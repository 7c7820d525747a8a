import { Link } from 'react-router'
import { Figures } from '#web/features/moderation/cases/Figures.tsx'
import { Flaggers } from '#web/features/moderation/cases/Flaggers.tsx'
import { paths } from '#web/paths.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { AdminPage } from './AdminPage.tsx'

export function AdminReportFiguresPage() {
  const { isAdmin } = useMember()
  return (
    <AdminPage ns="moderation" title="figures" lead="figures_lead">
      <p>
        <Link to={paths.adminReports}>
          <Text ns="moderation" k="back" />
        </Link>
      </p>
      <Figures />
      {isAdmin && <Flaggers />}
    </AdminPage>
  )
}
