import { RoomsDesk } from '#web/features/admin/RoomsDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminRoomsPage = () => (
  <AdminPage ns="house" title="rooms_title" lead="rooms_lead" width="wide">
    <RoomsDesk />
  </AdminPage>
)
