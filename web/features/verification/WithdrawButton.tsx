import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getVerification, withdrawVerification, type Verification } from '#contract/verification.ts'
import { call, query, type CallError } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { userUpdated } from '#web/platform/session.ts'
import { showToast } from '#web/platform/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx'

/** Takes back the consent while nobody has decided, after asking. */
export function WithdrawButton() {
  const client = useQueryClient()
  const { t } = useText('shell')
  const { queryKey } = query(getVerification, {})
  const [isOpen, setOpen] = useState(false)
  const withdraw = useMutation<Verification, CallError>({
    mutationFn: () => call(withdrawVerification, {}),
    onSuccess: async (verification) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, verification)
      void userUpdated(client)
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
      if (isLate) void client.invalidateQueries({ queryKey })
    },
    onSettled: () => setOpen(false),
  })

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button look="quiet" />}
      triggerWords={<Text ns="verify" k="withdraw" />}
      title={<Text ns="verify" k="withdraw_title" />}
      description={<Text ns="verify" k="withdraw_text" />}
      closeLabel={t('close')}
      actions={
        <>
          <DialogClose render={<Button look="quiet" />}>
            <Text ns="verify" k="withdraw_keep" />
          </DialogClose>
          <Button look="danger" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Text ns="verify" k="withdraw_confirm" />
          </Button>
        </>
      }
    />
  )
}
