import { Desk } from '#web/features/moderation/cases/Desk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminReportsPage = () => (
  <AdminPage ns="moderation" title="title" lead="lead" width="wide">
    <Desk />
  </AdminPage>
)
