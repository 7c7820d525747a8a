import { showToast } from '#web/platform/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx'
import styles from '../SettingsPage.module.css'
import { ComingDialog } from './ComingDialog.tsx'

export function SubscriptionCard() {
  return (
    <Card titleId="subscription" title={<Text ns="settings" k="subscription" />}>
      <p className={styles.plan}>
        <strong>
          <Text ns="settings" k="plan" />
        </strong>
        <span className={styles.soft}>
          <Text ns="settings" k="plan_text" />
        </span>
      </p>
      <p className={styles.soft}>
        <Text ns="settings" k="cancel_notice" />
      </p>
      <div className={styles.acts}>
        <ComingDialog
          trigger={<Button />}
          words="upgrade"
          title="upgrade_coming_title"
          text="upgrade_coming"
        />
        <CancelSubscription />
      </div>
    </Card>
  )
}

/** Nobody has a paid plan yet, so confirming tells that nothing runs and nothing will be charged. */
function CancelSubscription() {
  const { t } = useText('shell')
  return (
    <Dialog
      trigger={<Button look="quiet" />}
      triggerWords={<Text ns="settings" k="cancel" />}
      title={<Text ns="settings" k="cancel_title" />}
      description={<Text ns="settings" k="cancel_text" />}
      closeLabel={t('close')}
      actions={
        <>
          <DialogClose render={<Button look="quiet" />}>
            <Text ns="settings" k="cancel_keep" />
          </DialogClose>
          <DialogClose
            render={<Button look="danger" />}
            onClick={() => showToast({ title: 'nothing_to_cancel', tone: 'info' })}
          >
            <Text ns="settings" k="cancel_confirm" />
          </DialogClose>
        </>
      }
    />
  )
}
