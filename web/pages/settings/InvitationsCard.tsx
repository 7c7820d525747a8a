import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './SettingsPage.module.css'

export const InvitationsCard = () => (
  <Card titleId="invitations" title={<Text ns="settings" k="invitations" />}>
    <p>
      <Text ns="settings" k="invitations_text" />
    </p>
    <Button look="quiet" className={styles.act} render={<Link to={paths.invitations} />}>
      <Text ns="settings" k="invitations_open" />
    </Button>
  </Card>
)
