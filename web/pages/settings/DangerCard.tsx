import { showToast } from '#web/platform/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx'
import styles from '../SettingsPage.module.css'

/** Deleting is not built yet; confirming says so instead of pretending it happened. */
export function DangerCard() {
  const { t } = useText('shell')
  return (
    <Card tone="danger" titleId="danger" title={<Text ns="settings" k="danger" />}>
      <p>
        <Text ns="settings" k="danger_text" />
      </p>
      <Dialog
        trigger={<Button look="danger" className={styles.act} />}
        triggerWords={<Text ns="settings" k="delete" />}
        title={<Text ns="settings" k="delete_title" />}
        description={<Text ns="settings" k="delete_text" />}
        closeLabel={t('close')}
        actions={
          <>
            <DialogClose render={<Button look="quiet" />}>
              <Text ns="settings" k="delete_keep" />
            </DialogClose>
            <DialogClose
              render={<Button look="danger" />}
              onClick={() => showToast({ title: 'deletion_coming', tone: 'info' })}
            >
              <Text ns="settings" k="delete_confirm" />
            </DialogClose>
          </>
        }
      />
    </Card>
  )
}
