// Sets a new password, for whoever opened a reset link or shows the current one.
import { useQueryClient } from '@tanstack/react-query'
import { ResetPassword, setPassword } from '#contract/accounts/recovery.ts'
import { CurrentPassword } from '#contract/fields.ts'
import { call } from '#web/platform/api/call.ts'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { leave } from '#web/platform/session/session.ts'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from '#web/platform/forms/stepForm.module.css'
import { PasswordField, AccountName } from '#web/platform/forms/PasswordField.tsx'
import { Failure, Problem } from '#web/platform/forms/Problem.tsx'

type Fields = { current: string; password: string; confirmation: string }

/** What allows setting a password: the recovery a mailed link has opened, or the current password. */
export type Permit = 'recovery' | 'current_password'

type Props = {
  permit: Permit
  /** Whose password it is, where that is known. */
  email: string | null
  /** Nothing allows it (any more). */
  onInvalidLink: () => void
  onChanged: () => void
}

export function NewPasswordForm({ permit, email, onInvalidLink, onChanged }: Props) {
  const client = useQueryClient()
  const asksCurrent = permit === 'current_password'
  const { register, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { current: '', password: '', confirmation: '' },
    check: (fields) => check(fields, asksCurrent),
    invalid: (problems) => {
      const [first] = Object.values(problems)
      showToast({
        title: 'validation_error',
        description: first && <FieldText message={first} />,
      })
    },
    send: async ({ current, password }) => {
      const body = { password, ...(asksCurrent && { currentPassword: current }) }
      await leave(client, () => call(setPassword, { body }, { isForAnybody: true }), 'password')
      onChanged()
    },
    refused: (error) => {
      if (error.code === 'not_signed_in') {
        onInvalidLink()
        return {}
      }
      showToast({
        title: error.code === 'too_many_attempts' ? 'too_many_attempts' : 'reset_failed',
        description: <ErrorText failure={error} />,
      })
      if (error.code === 'weak_password') return { password: 'weak_password' }
      return error.code === 'invalid_credentials' ? { current: 'current_password_wrong' } : {}
    },
  })
  const error = (field: keyof Fields) => {
    const message = problem(field)
    if (message === 'current_password_wrong') return <Text ns="auth" k="current_password_wrong" />
    return message && <Problem message={message} />
  }

  return (
    <form className={styles.form} {...props}>
      {email && <AccountName email={email} />}
      {asksCurrent && (
        <PasswordField
          required
          autoComplete="current-password"
          label={<Text ns="auth" k="current_password" />}
          error={error('current')}
          {...register('current')}
        />
      )}
      <PasswordField
        required
        autoComplete="new-password"
        label={<Text ns="auth" k="new_password" />}
        hint={<Text ns="auth" k="new_password_hint" />}
        error={error('password')}
        {...register('password')}
      />
      <PasswordField
        required
        autoComplete="new-password"
        label={<Text ns="auth" k="confirm_password" />}
        error={error('confirmation')}
        {...register('confirmation')}
      />
      <Failure failure={failure} />
      <Button type="submit" wide pending={isPending}>
        <Text ns="auth" k="new_password_save" />
      </Button>
    </form>
  )
}

function check({ current, password, confirmation }: Fields, asksCurrent: boolean) {
  const problems: FieldProblems<Fields> = {}
  const first = (schema: typeof ResetPassword, text: string) =>
    schema.safeParse(text).error?.issues[0]?.message
  const wrongCurrent = asksCurrent && first(CurrentPassword, current)
  if (wrongCurrent)
    problems.current =
      wrongCurrent === 'password_required' ? 'current_password_required' : wrongCurrent
  const wrongPassword = first(ResetPassword, password)
  if (wrongPassword) problems.password = wrongPassword
  // the same letters may be typed in two ways; what counts is their normal form
  if (password.normalize('NFC') !== confirmation.normalize('NFC'))
    problems.confirmation = 'passwords_differ'
  return problems
}
