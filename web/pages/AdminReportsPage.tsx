import { Desk } from '#web/features/desk/Desk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminReportsPage = () => (
  <AdminPage ns="moderation" title="title" lead="lead">
    <Desk />
  </AdminPage>
)
