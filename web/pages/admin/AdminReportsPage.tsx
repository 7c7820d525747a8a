import { Desk } from '#web/features/moderation/cases/Desk.tsx'
import { HeldDecisions } from '#web/features/moderation/cases/holding/HeldDecisions.tsx'
import { Signals } from '#web/features/members/signals/Signals.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminReportsPage = () => (
  <AdminPage ns="moderation" title="title" lead="lead" width="wide">
    <HeldDecisions />
    <Signals />
    <Desk />
  </AdminPage>
)
