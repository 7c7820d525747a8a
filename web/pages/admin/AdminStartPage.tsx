import { StartDesk } from '#web/features/admin/StartDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminStartPage = () => (
  <AdminPage ns="house" title="start_title" width="wide">
    <StartDesk />
  </AdminPage>
)
