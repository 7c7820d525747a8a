// A member withdraws an identity document that nobody has decided on yet, after being asked.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  getVerification,
  withdrawVerification,
  type Verification,
} from '#contract/verification/verification.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { userUpdated, useSession } from '#web/platform/session/session.ts'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { focusIfLost } from '#web/ui/behaviour/passFocusOn.ts'

/** Takes back the consent while nobody has decided, after asking. */
export function WithdrawButton() {
  const client = useQueryClient()
  const { queryKey } = query(getVerification, {})
  const isSuspended = Boolean(useSession().session?.suspension)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  // it goes with what it takes back, and the focus would be lost with it
  useEffect(() => {
    const own = opener.current?.closest('section')
    const around = own?.parentElement?.closest<HTMLElement>('section, main')
    return () => void requestAnimationFrame(() => focusIfLost(around))
  }, [])
  const withdraw = useMutation<Verification, CallError>({
    mutationFn: () => call(withdrawVerification, {}),
    onSuccess: async (verification) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, verification)
      await userUpdated(client)
      showToast({ title: 'withdrawn', tone: 'success' })
    },
    onError: (error) => {
      const isLate = error.code === 'already_decided'
      showToast({
        title: 'error_de',
        description: isLate ? (
          <Text ns="verify" k="already_decided" />
        ) : (
          <>
            <Text ns="verify" k="withdraw_failed" /> <ErrorText failure={error} />
          </>
        ),
      })
      if (!isLate) return
      void client.invalidateQueries({ queryKey })
      void userUpdated(client)
    },
    onSettled: () => setOpen(false),
  })

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button ref={opener} look="quiet" />}
      triggerWords={<Text ns="verify" k="withdraw" />}
      title={<Text ns="verify" k="withdraw_title" />}
      description={
        <>
          <Text ns="verify" k="withdraw_text" />
          {!isSuspended && (
            <>
              {' '}
              <Text ns="verify" k="withdraw_again" />
            </>
          )}
        </>
      }
      actions={
        <>
          <DialogCancel words={<Text ns="verify" k="withdraw_keep" />} />
          <Button look="danger" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Text ns="verify" k="withdraw_confirm" />
          </Button>
        </>
      }
    />
  )
}
