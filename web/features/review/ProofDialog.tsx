import { prove } from '#contract/review.ts'
import { call } from '#web/platform/call.ts'
import { problemsOf } from '#web/platform/contractProblems.ts'
import { ErrorText, FieldText } from '#web/platform/ErrorText.tsx'
import { useMember } from '#web/platform/session.ts'
import { useCallForm, type Problems } from '#web/platform/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import styles from './ProofDialog.module.css'

type Props = { isOpen: boolean; onSettled: (isProven: boolean) => void }

/** Asks once more for the password; good for ten minutes, as the server counts them. */
export function ProofDialog({ isOpen, onSettled }: Props) {
  const { t } = useText('shell')
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onSettled(false)}
      title={<Text ns="review" k="proof_title" />}
      description={<Text ns="review" k="proof_text" />}
      closeLabel={t('close')}
    >
      <ProofForm onProven={() => onSettled(true)} />
    </Dialog>
  )
}

type Fields = { password: string }

function ProofForm({ onProven }: { onProven: () => void }) {
  const { email } = useMember()
  const { t } = useText('shell')
  const { register, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { password: '' },
    check: (fields) => problemsOf(prove.body, fields),
    send: async (fields) => {
      await call(prove, { body: fields })
      onProven()
    },
    refused: ({ code }): Problems<Fields> =>
      code === 'invalid_credentials' ? { password: code } : {},
  })
  const wrong = problem('password')

  return (
    <form className={styles.form} {...props}>
      {/* tells a password manager whose password is meant */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field
        label={<Text ns="review" k="proof_password" />}
        error={
          wrong === 'invalid_credentials' ? (
            <Text ns="review" k="proof_wrong" />
          ) : (
            wrong && <FieldText message={wrong} />
          )
        }
      >
        <PasswordInput
          required
          autoComplete="current-password"
          words={{ show: t('show_password'), hide: t('hide_password') }}
          {...register('password')}
        />
      </Field>
      {failure && (
        <Notice tone="danger">
          <ErrorText failure={failure} />
        </Notice>
      )}
      <div className={styles.acts}>
        <DialogClose render={<Button look="quiet" />}>
          <Text ns="shell" k="cancel" />
        </DialogClose>
        <Button type="submit" pending={isPending}>
          <Text ns="review" k="proof_confirm" />
        </Button>
      </div>
    </form>
  )
}
