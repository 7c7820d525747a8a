import { AuditDesk } from '#web/features/admin/AuditDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminAuditPage = () => (
  <AdminPage ns="house" title="audit_title" lead="audit_lead">
    <AuditDesk />
  </AdminPage>
)
