import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'

type Props = {
  /** What says which invitation it is, as part of its name: there may be many. */
  which: string
  /** Revokes it and brings the list up to date. */
  onRevoke: () => Promise<unknown>
}

/** Asks first. */
export function RevokeButton({ which, onRevoke }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const revoking = useMutation<unknown, CallError>({
    mutationFn: onRevoke,
    onSuccess: () => setOpen(false),
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      isBusy={revoking.isPending}
      trigger={<Button id={id} look="plain" size="s" flush aria-labelledby={`${id} ${which}`} />}
      triggerWords={<Text ns="invitations" k="revoke" />}
      title={<Text ns="invitations" k="revoke_title" />}
      description={<Text ns="invitations" k="revoke_text" />}
      actions={
        <>
          <DialogCancel words={<Text ns="invitations" k="revoke_keep" />} />
          <Button look="danger" pending={revoking.isPending} onClick={() => revoking.mutate()}>
            <Text ns="invitations" k="revoke_confirm" />
          </Button>
        </>
      }
    >
      <ErrorNotice failure={revoking.error} />
    </Dialog>
  )
}
