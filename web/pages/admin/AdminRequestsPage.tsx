import { RequestDesk } from '#web/features/privacy/requests/RequestDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminRequestsPage = () => (
  <AdminPage ns="rights" title="requests_title" lead="requests_lead">
    <RequestDesk />
  </AdminPage>
)
