import { DeleteDialog } from '#web/features/privacy/own-data/DeleteDialog.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './SettingsPage.module.css'
import { EndingContract } from './EndingContract.tsx'
import { LastAdmin } from './LastAdmin.tsx'

export const DangerCard = () => (
  <Card tone="danger" titleId="danger" title={<Text ns="settings" k="danger" />}>
    <p className="small">
      <Text ns="settings" k="danger_text" />
    </p>
    <DeleteDialog
      className={styles.act}
      goesWithIt={
        <>
          <LastAdmin />
          <EndingContract />
        </>
      }
    />
  </Card>
)
