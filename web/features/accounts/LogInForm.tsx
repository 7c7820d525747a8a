// The form to log in by address and password; a refusal does not say which of the two was wrong.
import { logIn } from '#contract/accounts/auth.ts'
import { type Session } from '#contract/accounts/session.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from '#web/platform/forms/stepForm.module.css'
import { EmailField } from '#web/platform/forms/EmailField.tsx'
import { PasskeyWay } from './PasskeyWay.tsx'
import { PasswordField } from '#web/platform/forms/PasswordField.tsx'
import { Failure, Problem } from '#web/platform/forms/Problem.tsx'

type Fields = { email: string; password: string }
type Props = {
  email: string
  onLoggedIn: (session: Session) => void
  /** The password was right; one of these is asked for next. */
  onFactorNeeded: (factors: AnswerOf<typeof logIn>['factors']) => void
  onConfirmationNeeded: (email: string) => void
  onForgotten: (email: string) => void
}

export function LogInForm({
  email,
  onLoggedIn,
  onFactorNeeded,
  onConfirmationNeeded,
  onForgotten,
}: Props) {
  const isHere = useStillHere()
  const { register, values, focus, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { email, password: '' },
    check: (fields) => findContractProblems(logIn.body, fields),
    invalid: () =>
      showToast({
        title: 'validation_error',
        description: <ErrorText failure={{ code: 'invalid_input' }} />,
      }),
    send: async (fields) => {
      const { session, factors } = await call(logIn, { body: fields })
      if (session) onLoggedIn(session)
      // whoever asked for a reset link meanwhile goes on with that
      else if (isHere()) onFactorNeeded(factors)
    },
    refused: (error, sent): FieldProblems<Fields> => {
      if (error.code === 'email_not_confirmed') {
        if (isHere()) onConfirmationNeeded(sent.email.trim())
        return {}
      }
      showFailure(error)
      // which of the two was wrong is not told; the password is what people type wrong
      if (error.code === 'invalid_credentials') focus('password', { select: true })
      return {}
    },
  })
  const error = (field: keyof Fields) => {
    const message = problem(field)
    return message && <Problem message={message} />
  }

  return (
    <form className={styles.form} {...props}>
      <EmailField
        required
        autoComplete="username webauthn"
        label={<Text ns="auth" k="email" />}
        error={error('email')}
        {...register('email')}
      />
      <PasswordField
        required
        autoComplete="current-password"
        label={<Text ns="auth" k="password" />}
        error={error('password')}
        {...register('password')}
      />
      <Failure failure={failure} />
      <Button type="submit" wide pending={isPending}>
        <Text ns="auth" k="log_in" />
      </Button>
      <PasskeyWay onLoggedIn={onLoggedIn} />
      <Button look="plain" onClick={() => onForgotten(values().email.trim())}>
        <Text ns="auth" k="forgot_password" />
      </Button>
    </form>
  )
}

const showFailure = (error: CallError) =>
  showToast({
    title: error.code === 'too_many_attempts' ? 'too_many_attempts' : 'login_failed',
    description: <ErrorText failure={error} />,
  })
