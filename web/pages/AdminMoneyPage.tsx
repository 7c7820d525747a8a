import { MoneyDesk } from '#web/features/money/MoneyDesk.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './AdminContactPage.module.css'

export function AdminMoneyPage() {
  const back = { to: paths.rooms, label: <Text ns="money" k="back" /> }
  return (
    <Page language="de" title={{ ns: 'money', k: 'title' }} width="wide" back={back}>
      <div className={styles.head}>
        <h1>
          <Text ns="money" k="title" />
        </h1>
        <p className={styles.lead}>
          <Text ns="money" k="lead" />
        </p>
      </div>
      <MoneyDesk />
    </Page>
  )
}
