import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { useWithdrawConsent } from './useConsents.ts'
import styles from './consent.module.css'

const CONSEQUENCES = ['withdraw_hidden', 'withdraw_rooms', 'withdraw_kept'] as const

/** Says what follows, then takes the consent back at once. */
export function WithdrawDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const withdrawal = useWithdrawConsent()
  const withdraw = () =>
    // also told where the screen was left before the answer came
    withdrawal
      .mutateAsync()
      .then(
        () => showToast({ title: 'consent_withdrawn', tone: 'success' }),
        (error: unknown) =>
          showToast({ title: 'consent_failed', description: <ErrorText failure={error} /> }),
      )
      .finally(onClose)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={<Text ns="consent" k="withdraw_title" />}
      description={<Text ns="consent" k="withdraw_text" />}
      actions={
        <>
          <DialogCancel words={<Text ns="consent" k="withdraw_keep" />} />
          <Button look="danger" pending={withdrawal.isPending} onClick={() => void withdraw()}>
            <Text ns="consent" k="withdraw" />
          </Button>
        </>
      }
    >
      <ul className={`points ${styles.points}`}>
        {CONSEQUENCES.map((k) => (
          <li key={k}>
            <Text ns="consent" k={k} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
