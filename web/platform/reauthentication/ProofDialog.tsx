// Re-authentication: asks once more who sits there, by what the account has; good for ten minutes.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { startPasskeyProof } from '#contract/accounts/secondFactor.ts'
import { getSecurity, prove, mailProof, type Security } from '#contract/accounts/security.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { DialogClose } from '#web/ui/dialogs/ModalDialog.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { call, query } from '#web/platform/api/call.ts'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { FactorForm, type Factor } from './FactorForm.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { refetchSession, useMember } from '#web/platform/session/session.ts'
import { CodeForm } from './CodeForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './reauthentication.module.css'

type Props = { isOpen: boolean; onSettled: (isProven: boolean) => void }

export function ProofDialog({ isOpen, onSettled }: Props) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onSettled(false)}
      title={<Text ns="factors" k="proof_title" />}
      description={<Text ns="factors" k="proof_text" />}
    >
      <Ways onProven={() => onSettled(true)} />
    </Dialog>
  )
}

/** What an account can show besides its password. */
const listFactors = (security: Security): Factor[] => [
  ...(security.passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(security.totpSince ? (['totp'] as const) : []),
  ...(security.recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
]

function Ways({ onProven }: { onProven: () => void }) {
  const security = useQuery(query(getSecurity, {}))
  return (
    <QueryView
      query={security}
      failed={<Text ns="factors" k="proof_failed" />}
      waiting={<LoadingSkeleton lines={3} />}
    >
      {(known) => <Way security={known} onProven={onProven} />}
    </QueryView>
  )
}

type WayProps = { security: Security; onProven: () => void }

/** Who has a second factor shows that; the password alone would not do. */
function Way({ security, onProven }: WayProps) {
  const client = useQueryClient()
  const { isFactorDue } = useMember()
  const hasFactor = security.passkeys.length > 0 || security.totpSince !== null
  if (!hasFactor && isFactorDue) return <MailedCode onProven={onProven} />
  if (!hasFactor) return <PasswordForm onProven={onProven} />
  return (
    <FactorForm
      factors={listFactors(security)}
      challenge={() => call(startPasskeyProof, {})}
      send={async (body) => {
        await call(prove, { body })
        onProven()
        // an admin who had not shown a second factor so far is one from now on
        if (isFactorDue) void refetchSession(client)
      }}
      aside={
        <DialogClose render={<Button look="plain" />}>
          <Text ns="shell" k="cancel" />
        </DialogClose>
      }
    />
  )
}

/** For staff who have no second factor yet: their password alone adds none, a code in their mailbox does. */
function MailedCode({ onProven }: { onProven: () => void }) {
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
      <Text as="p" ns="factors" k="mail_text" values={{ email }} />
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
