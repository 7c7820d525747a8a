import { Invitations } from '#web/features/admission/invitations/Invitations.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './DoorPage.module.css'

export function InvitationsPage() {
  const back = { to: paths.rooms, label: <Text ns="invitations" k="back" /> }
  return (
    <Page title={{ ns: 'invitations', k: 'title' }} back={back}>
      <header className={`stack-3 ${styles.opening}`}>
        <Text as="h1" ns="invitations" k="title" />
        <Text as="p" ns="invitations" k="lead" />
      </header>
      <Invitations />
    </Page>
  )
}
