import { ReviewDesk } from '#web/features/verification/review/ReviewDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminVerificationsPage = () => (
  <AdminPage ns="review" title="title" lead="lead" width="wide">
    <ReviewDesk />
  </AdminPage>
)
