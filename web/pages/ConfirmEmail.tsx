import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { confirmEmail } from '#contract/auth.ts'
import { paths } from '#web/paths.ts'
import { call, type CallError } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Confirms by a click and never by merely opening the link, which mail scanners do as well. */
export function ConfirmEmail({ token }: { token: string }) {
  const confirm = useMutation<unknown, CallError>({
    mutationFn: () => call(confirmEmail, { body: { token } }),
  })

  if (confirm.isSuccess) {
    return (
      <Card tone="lamp">
        <Notice tone="success" title={<Text ns="landing" k="confirm_done" />}>
          <Text ns="landing" k="confirm_done_text" />
        </Notice>
        <Button render={<Link to={paths.logIn} replace />}>
          <Text ns="landing" k="log_in" />
        </Button>
      </Card>
    )
  }

  const isUsedUp = confirm.error?.code === 'invalid_link' || confirm.error?.code === 'invalid_input'
  return (
    <Card tone="lamp" titleId="confirm" title={<Text ns="landing" k="confirm_title" />}>
      {confirm.isError ? (
        <Notice
          tone="danger"
          title={
            isUsedUp ? <Text ns="errors" k="invalid_link" /> : <ErrorText failure={confirm.error} />
          }
        >
          {isUsedUp && <Text ns="landing" k="confirm_failed_help" />}
        </Notice>
      ) : (
        <p>
          <Text ns="landing" k="confirm_text" />
        </p>
      )}
      {isUsedUp ? (
        <Button look="quiet" render={<Link to={paths.logIn} />}>
          <Text ns="landing" k="log_in" />
        </Button>
      ) : (
        <Button pending={confirm.isPending} onClick={() => confirm.mutate()}>
          <Text ns="landing" k="confirm_button" />
        </Button>
      )}
    </Card>
  )
}
