// Asks for a reset link. The answer never tells whether the address has an account.
import { useState } from 'react'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { call } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from '#web/platform/forms/stepForm.module.css'
import { EmailField } from '#web/platform/forms/EmailField.tsx'
import { Failure, Problem } from '#web/platform/forms/Problem.tsx'
import { StepHeading } from '#web/platform/forms/StepHeading.tsx'

type Props = { email: string; onBack: () => void }

export function ResetRequestForm({ email, onBack }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <>
      <header className="stack-2">
        <StepHeading key={String(sentTo)} takesFocus>
          <Text ns="auth" k={sentTo ? 'reset_sent_title' : 'reset_title'} />
        </StepHeading>
        {!sentTo && <Text as="p" className="soft" ns="auth" k="reset_text" />}
      </header>
      <Card>
        {sentTo ? (
          <>
            <Notice tone="success" announced={false}>
              <Text ns="auth" k="reset_sent" values={{ email: sentTo }} />
            </Notice>
            <Text as="p" className="soft" ns="auth" k="reset_sent_help" />
            <Button look="quiet" onClick={() => setSentTo(null)}>
              <Text ns="auth" k="reset_again" />
            </Button>
          </>
        ) : (
          <RequestForm email={email} onSent={setSentTo} />
        )}
      </Card>
      <Button look="plain" onClick={onBack}>
        <Text ns="auth" k="back_to_log_in" />
      </Button>
    </>
  )
}

function RequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { register, failure, problem, isPending, props } = useCallForm<{ email: string }>({
    defaults: { email },
    check: (fields) =>
      fields.email.trim()
        ? findContractProblems(requestPasswordReset.body, fields)
        : { email: 'email_required' },
    invalid: (problems) =>
      showToast(
        problems.email === 'email_required'
          ? { title: 'email_required', description: <Text ns="auth" k="email_required_help" /> }
          : {
              title: 'validation_error',
              description: <FieldText message={String(problems.email)} />,
            },
      ),
    send: async (fields) => {
      await call(requestPasswordReset, { body: fields })
      onSent(fields.email.trim())
    },
    refused: (error) => {
      showToast({
        title: error.code === 'too_many_attempts' ? 'too_many_attempts' : 'reset_email_failed',
        description: <ErrorText failure={error} />,
      })
      return {}
    },
  })
  const wrong = problem('email')
  return (
    <form className={styles.form} {...props}>
      <EmailField
        required
        label={<Text ns="auth" k="email" />}
        error={
          wrong === 'email_required' ? (
            <Text ns="toast" k="email_required" />
          ) : (
            wrong && <Problem message={wrong} />
          )
        }
        {...register('email')}
      />
      <Failure failure={failure} />
      <Button type="submit" wide pending={isPending}>
        <Text ns="auth" k="reset_send" />
      </Button>
    </form>
  )
}
