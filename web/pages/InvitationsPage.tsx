import { Invitations } from '#web/features/door/Invitations.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './DoorPage.module.css'

export function InvitationsPage() {
  const back = { to: paths.rooms, label: <Text ns="door" k="own_back" /> }
  return (
    <Page title={{ ns: 'door', k: 'own_title' }} back={back}>
      <header className={styles.opening}>
        <h1>
          <Text ns="door" k="own_title" />
        </h1>
        <p>
          <Text ns="door" k="own_lead" />
        </p>
      </header>
      <Invitations />
    </Page>
  )
}
