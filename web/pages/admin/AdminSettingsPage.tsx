import { Link } from 'react-router'
import { Admission } from '#web/features/admission/waitlist/Admission.tsx'
import { Discreet } from '#web/features/admin/Discreet.tsx'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { AdminPage } from './AdminPage.tsx'

/** What admins set while the club runs; the door's own part stands at the door as well. */
export const AdminSettingsPage = () => (
  <AdminPage ns="house" title="settings_title" lead="settings_lead">
    <Admission />
    <Discreet />
    <Card titleId="icebreakers" title={<Text ns="house" k="questions_title" />}>
      <p>
        <Link to={paths.adminIcebreakers}>
          <Text ns="house" k="to_questions" />
        </Link>
      </p>
    </Card>
  </AdminPage>
)
