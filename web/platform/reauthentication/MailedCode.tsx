import { useState } from 'react'
import { mailProof, prove } from '#contract/accounts/security.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { call } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import styles from './reauthentication.module.css'

/** For staff who have no second factor yet: their password alone adds none, a code in their mailbox does. */
export function MailedCode({ onProven }: { onProven: () => void }) {
  const { email } = useMember()
  const [isSent, setSent] = useState(false)
  const form = useCallForm<Record<never, string>>({
    defaults: {},
    check: () => ({}),
    send: async () => {
      await call(mailProof, {})
      setSent(true)
    },
    refused: () => ({}),
  })
  if (isSent)
    return (
      <CodeForm
        kind="mail"
        isMain
        takesFocus
        send={async (code) => {
          await call(prove, { body: { code } })
          onProven()
        }}
      />
    )
  return (
    <form className="stack-4" {...form.props}>
      <p>
        <Text ns="factors" k="mail_text" values={{ email }} />
      </p>
      <ErrorNotice failure={form.failure} />
      <div className={`row-3 ${styles.acts}`}>
        <DialogCancel />
        <Button type="submit" pending={form.isPending}>
          <Text ns="factors" k="mail_send" />
        </Button>
      </div>
    </form>
  )
}
