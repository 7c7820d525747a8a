import { QuestionsDesk } from '#web/features/admin/QuestionsDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminIcebreakersPage = () => (
  <AdminPage ns="house" title="questions_title" lead="questions_lead" width="wide">
    <QuestionsDesk />
  </AdminPage>
)
