import { prove } from '#contract/accounts/security.ts'
import { CurrentPassword } from '#contract/fields.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx'
import { AccountName } from '#web/platform/forms/PasswordField.tsx'
import { call } from '#web/platform/api/call.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import styles from './reauthentication.module.css'

type Fields = { password: string }

/** Asks for the password again, of members without a second factor. */
export function PasswordForm({ onProven }: { onProven: () => void }) {
  const { email } = useMember()
  const { t } = useText('shell')
  const { register, focus, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { password: '' },
    check: ({ password }): FieldProblems<Fields> => {
      const message = CurrentPassword.safeParse(password).error?.issues[0]?.message
      return message ? { password: message } : {}
    },
    send: async (fields) => {
      await call(prove, { body: fields })
      onProven()
    },
    refused: ({ code }): FieldProblems<Fields> =>
      code === 'invalid_credentials' ? { password: code } : {},
  })
  useOnMount(() => focus('password'))
  const wrong = problem('password')

  return (
    <form className="stack-4" {...props}>
      <AccountName email={email} />
      <Field
        label={<Text ns="factors" k="password" />}
        error={
          wrong === 'invalid_credentials' ? (
            <Text ns="factors" k="password_wrong" />
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
      <ErrorNotice failure={failure} />
      <div className={`row-3 ${styles.acts}`}>
        <DialogCancel />
        <Button type="submit" pending={isPending}>
          <Text ns="factors" k="confirm" />
        </Button>
      </div>
    </form>
  )
}
