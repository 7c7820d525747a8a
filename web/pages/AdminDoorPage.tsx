import { DoorDesk } from '#web/features/door/DoorDesk.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './DoorPage.module.css'

export function AdminDoorPage() {
  const back = { to: paths.rooms, label: <Text ns="door" k="admin_back" /> }
  return (
    <Page language="de" title={{ ns: 'door', k: 'admin_title' }} width="wide" back={back}>
      <header className={styles.opening}>
        <h1>
          <Text ns="door" k="admin_title" />
        </h1>
        <p>
          <Text ns="door" k="admin_lead" />
        </p>
      </header>
      <DoorDesk />
    </Page>
  )
}
