import { Upgrade } from '#web/features/billing/Upgrade.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from '#web/pages/admission/DoorPage.module.css'

export function UpgradePage() {
  const back = { to: paths.settings, label: <Text ns="billing" k="back_settings" /> }
  return (
    <Page language="de" title={{ ns: 'billing', k: 'upgrade_title' }} back={back}>
      <header className={`stack-3 ${styles.opening}`}>
        <h1>
          <Text ns="billing" k="upgrade_title" />
        </h1>
        <p>
          <Text ns="billing" k="upgrade_lead" />
        </p>
      </header>
      <Upgrade />
    </Page>
  )
}
