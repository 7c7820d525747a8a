import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { AdminPage } from './AdminPage.tsx'

/** Says what will stand here, rather than pretending. */
export const AdminAreaPage = () => (
  <AdminPage ns="pages" title="admin_title" lead="admin_text">
    <Badge tone="lamp">
      <Text ns="pages" k="coming" />
    </Badge>
  </AdminPage>
)
