import { useMutation } from '@tanstack/react-query'
import { openRecovery } from '#contract/accounts/recovery.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from '#web/platform/forms/stepForm.module.css'

type Props = {
  token: string
  onOpened: () => void
  /** It was used, altered, or is too old. */
  onInvalid: () => void
}

/** Spends the mailed link, by a press: a scanner that merely opens it must not use it up. */
export function OpenLink({ token, onOpened, onInvalid }: Props) {
  const opening = useMutation<unknown, CallError>({
    mutationFn: () => call(openRecovery, { body: { token } }, { isForAnybody: true }),
    onSuccess: onOpened,
    onError: (error) => isInvalid(error) && onInvalid(),
  })
  return (
    <div className={styles.form}>
      <Text as="p" ns="auth" k="link_open_text" />
      <ErrorNotice failure={opening.error && !isInvalid(opening.error) ? opening.error : null} />
      <Button wide pending={opening.isPending} onClick={() => opening.mutate()}>
        <Text ns="auth" k="link_open" />
      </Button>
    </div>
  )
}

const isInvalid = ({ code, body }: CallError) =>
  code === 'invalid_link' || (code === 'invalid_input' && body?.errors?.[0]?.path === 'token')
