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
        <Text as="h1" ns="billing" k="upgrade_title" />
        <Text as="p" ns="billing" k="upgrade_lead" />
      </header>
      <Upgrade />
    </Page>
  )
}
