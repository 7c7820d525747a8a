import { DoorDesk } from '#web/features/admission/waitlist/DoorDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminDoorPage = () => (
  <AdminPage ns="admission" title="title" lead="lead" width="wide">
    <DoorDesk />
  </AdminPage>
)
