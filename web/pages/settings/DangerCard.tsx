import { useQuery } from '@tanstack/react-query'
import { foreseeDeletion } from '#contract/privacy/ownData.ts'
import { DeleteDialog } from '#web/features/privacy/own-data/DeleteDialog.tsx'
import { query } from '#web/platform/api/call.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from './SettingsPage.module.css'
import { EndingContract } from './EndingContract.tsx'

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

/** What becomes of the club when its last admin goes, who may go all the same. */
function LastAdmin() {
  const { data } = useQuery({ ...query(foreseeDeletion, {}), staleTime: 0 })
  return (
    data?.isLastAdmin && (
      <Notice title={<Text ns="mine" k="delete_last_admin" />}>
        <p>
          <Text ns="mine" k="delete_last_admin_text" />
        </p>
      </Notice>
    )
  )
}
