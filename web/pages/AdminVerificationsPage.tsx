import { ReviewDesk } from '#web/features/review/ReviewDesk.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './AdminVerificationsPage.module.css'

export function AdminVerificationsPage() {
  const back = { to: paths.rooms, label: <Text ns="review" k="back" /> }
  return (
    <Page language="de" title={{ ns: 'review', k: 'title' }} width="wide" back={back}>
      <div className={styles.head}>
        <h1>
          <Text ns="review" k="title" />
        </h1>
        <p className={styles.lead}>
          <Text ns="review" k="lead" />
        </p>
      </div>
      <ReviewDesk />
    </Page>
  )
}
