import { HealthDesk } from '#web/features/admin/HealthDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminHealthPage = () => (
  <AdminPage ns="house" title="health_title" lead="health_lead" width="wide">
    <HealthDesk />
  </AdminPage>
)
