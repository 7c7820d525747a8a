import { StartDesk } from '#web/features/house/StartDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminStartPage = () => (
  <AdminPage ns="house" title="start_title" lead="start_lead">
    <StartDesk />
  </AdminPage>
)
