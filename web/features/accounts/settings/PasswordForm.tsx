// Changes the password in the settings, for whoever shows the current one.
import { CurrentPassword } from '#contract/fields.ts'
import { NewPassword } from '#contract/admission/signup.ts'
import { changePassword } from '#contract/accounts/security.ts'
import { AccountName } from '#web/platform/forms/PasswordField.tsx'
import { call } from '#web/platform/api/call.ts'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { FormActs } from './FormActs.tsx'
import styles from './security.module.css'

type Fields = { currentPassword: string; password: string }
type Props = { email: string; onCancel: () => void; onChanged: () => Promise<void> }

export function PasswordForm({ email, onCancel, onChanged }: Props) {
  const { t } = useText('shell')
  const { register, focus, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { currentPassword: '', password: '' },
    check,
    send: async (body) => {
      await call(changePassword, { body })
      await onChanged()
    },
    refused: ({ code }): FieldProblems<Fields> => {
      if (code === 'invalid_credentials') return { currentPassword: code }
      return code === 'weak_password' ? { password: code } : {}
    },
  })
  useOnMount(() => focus('currentPassword'))
  const words = { show: t('show_password'), hide: t('hide_password') }

  return (
    <form className={styles.form} {...props}>
      <AccountName email={email} />
      <Field
        label={<Text ns="security" k="password_current" />}
        error={explainProblem(problem('currentPassword'))}
      >
        <PasswordInput
          required
          autoComplete="current-password"
          words={words}
          {...register('currentPassword')}
        />
      </Field>
      <Field
        label={<Text ns="security" k="password_new" />}
        hint={<Text ns="security" k="password_new_hint" />}
        error={explainProblem(problem('password'))}
      >
        <PasswordInput
          required
          autoComplete="new-password"
          words={words}
          {...register('password')}
        />
      </Field>
      <ErrorNotice failure={failure} />
      <FormActs words="password_save" isPending={isPending} onCancel={onCancel} />
    </form>
  )
}

function check({ currentPassword, password }: Fields): FieldProblems<Fields> {
  const first = (schema: typeof CurrentPassword, text: string) =>
    schema.safeParse(text).error?.issues[0]?.message
  const current = first(CurrentPassword, currentPassword)
  const next = first(NewPassword, password)
  return {
    ...(current && {
      currentPassword: current === 'password_required' ? 'current_password_required' : current,
    }),
    ...(next && { password: next }),
  }
}

function explainProblem(message: string | undefined) {
  if (message === 'invalid_credentials') return <Text ns="security" k="password_current_wrong" />
  if (message === 'weak_password') return <ErrorText failure={{ code: message }} />
  return message && <FieldText message={message} />
}
