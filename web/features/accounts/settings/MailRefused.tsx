import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { resendConfirmation } from '#contract/accounts/auth.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from './security.module.css'

/** Says that mails do not arrive. `children` is another way out than confirming the address again. */
export function MailRefused({ children }: { children?: ReactNode }) {
  const { email } = useMember()
  const send = useMutation<unknown, CallError>({
    mutationFn: () => call(resendConfirmation, { body: { email } }),
  })
  return (
    <Notice
      tone="danger"
      announced={false}
      title={<Text ns="security" k="mail_refused" values={{ email }} />}
    >
      <Text as="p" ns="security" k="mail_refused_text" />
      <div role="status">
        {send.isSuccess && <Text as="p" ns="security" k="mail_refused_sent" />}
      </div>
      <div className={styles.ways}>
        <Button look="quiet" size="s" pending={send.isPending} onClick={() => send.mutate()}>
          <Text ns="security" k="mail_refused_send" />
        </Button>
        {children}
      </div>
      <ErrorNotice failure={send.error} />
    </Notice>
  )
}
