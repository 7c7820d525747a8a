import { ReviewDesk } from '#web/features/review/ReviewDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminVerificationsPage = () => (
  <AdminPage ns="review" title="title" lead="lead" width="wide">
    <ReviewDesk />
  </AdminPage>
)
