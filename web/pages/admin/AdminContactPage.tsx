import { MessageDesk } from '#web/features/contact/MessageDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminContactPage = () => (
  <AdminPage ns="contact" title="admin_title" lead="admin_lead">
    <MessageDesk />
  </AdminPage>
)
