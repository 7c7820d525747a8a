import { MessageDesk } from '#web/features/contact/MessageDesk.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './AdminContactPage.module.css'

export function AdminContactPage() {
  const back = { to: paths.rooms, label: <Text ns="contact" k="admin_back" /> }
  return (
    <Page language="de" title={{ ns: 'contact', k: 'admin_title' }} back={back}>
      <div className={styles.head}>
        <h1>
          <Text ns="contact" k="admin_title" />
        </h1>
        <p className={styles.lead}>
          <Text ns="contact" k="admin_lead" />
        </p>
      </div>
      <MessageDesk />
    </Page>
  )
}
