// Where an address waits to be confirmed by the mailed link or its code; the mail can be sent again.
import type { ReactNode } from 'react'
import { confirmEmail } from '#contract/accounts/auth.ts'
import { call } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import styles from '#web/platform/forms/stepForm.module.css'
import { Failure, Problem } from '#web/platform/forms/Problem.tsx'
import { ResendButton } from '#web/platform/forms/ResendButton.tsx'
import { StepHeading } from '#web/platform/forms/StepHeading.tsx'

type Props = {
  email: string
  /** After a sign-up a message was just sent; at a log-in it may be long ago. */
  words: 'check_email_sent' | 'check_email_waiting'
  onConfirmed: () => void
  /** Ways away from here. */
  children: ReactNode
}

export function CheckEmail({ email, words, onConfirmed, children }: Props) {
  const { register, failure, problem, isPending, props } = useCallForm<{ code: string }>({
    defaults: { code: '' },
    check: ({ code }) => (codeIsWhole(code) ? {} : { code: 'code_invalid' }),
    send: async ({ code }) => {
      await call(confirmEmail, { body: { email, code } })
      onConfirmed()
    },
    refused: (error) => {
      if (error.code === 'invalid_code' || error.code === 'invalid_input')
        return { code: 'invalid_code' }
      showToast({
        title: error.code === 'too_many_attempts' ? 'too_many_attempts' : 'confirm_failed',
        description: <ErrorText failure={error} />,
      })
      return {}
    },
  })
  const wrong = problem('code')

  return (
    <>
      <header className="stack-2">
        <StepHeading takesFocus>
          <Text ns="auth" k="check_email_title" />
        </StepHeading>
        <Text as="p" className="soft" ns="auth" k={words} values={{ email }} />
      </header>
      <Card>
        <form className={styles.form} {...props}>
          <Field label={<Text ns="auth" k="code" />} error={wrong && <Problem message={wrong} />}>
            <TextInput
              required
              autoComplete="one-time-code"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              className={styles.code}
              {...register('code')}
            />
          </Field>
          <Failure failure={failure} />
          <Button type="submit" wide pending={isPending}>
            <Text ns="auth" k="code_confirm" />
          </Button>
        </form>
      </Card>
      <div className={styles.form}>
        <Text as="p" className="soft" ns="auth" k="resend_question" />
        <ResendButton email={email} />
      </div>
      <div className={styles.ways}>{children}</div>
    </>
  )
}

const codeIsWhole = (code: string) => {
  const { length } = code.trim()
  return length >= 6 && length <= 20
}
