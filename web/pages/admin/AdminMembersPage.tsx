import { MembersDesk } from '#web/features/admin/MembersDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminMembersPage = () => (
  <AdminPage ns="house" title="members_title" lead="members_lead" width="wide">
    <MembersDesk />
  </AdminPage>
)
