import { DoorDesk } from '#web/features/door/DoorDesk.tsx'
import { AdminPage } from './AdminPage.tsx'

export const AdminDoorPage = () => (
  <AdminPage ns="admission" title="title" lead="lead" width="wide">
    <DoorDesk />
  </AdminPage>
)
