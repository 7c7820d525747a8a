import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx'

/** Nothing can be uploaded before an account exists, so the button says when it can. */
export function VerifyLaterDialog() {
  const { t } = useText('shell')
  return (
    <Dialog
      trigger={
        <Button look="plain" wide>
          <Text ns="auth" k="signup_verify" />
        </Button>
      }
      title={<Text ns="auth" k="verify_later_title" />}
      description={<Text ns="auth" k="verify_later_text" />}
      closeLabel={t('close')}
      actions={
        <DialogClose render={<Button />}>
          <Text ns="auth" k="verify_later_close" />
        </DialogClose>
      }
    />
  )
}
