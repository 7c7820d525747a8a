import { RequestDesk } from '#web/features/rights/RequestDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminRequestsPage = () => (
  <AdminPage ns="rights" title="requests_title" lead="requests_lead">
    <RequestDesk />
  </AdminPage>
)
