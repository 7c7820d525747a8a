import { useState } from 'react'
import { restrictProcessing, type RequestLine } from '#contract/privacy/dataRequests.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { explainOvertaken } from './whatIsOver.ts'

type Props = { request: RequestLine; onSettled: (words: Key<'rights'>) => Promise<void> }

/** Hides a member and keeps everything of them, or ends that; after one more look at what it means. */
export function RestrictButton({ request, onSettled }: Props) {
  const { id: requestId, number, isRestricted } = request
  const { t } = useText('rights')
  const { run, isPending, failure, forget, proof } = useAct()
  const [isOpen, setOpen] = useState(false)
  const act = isRestricted ? 'release' : 'restrict'

  const change = (next: boolean) => {
    forget()
    setOpen(next)
  }
  const settle = async (words: Key<'rights'>) => {
    setOpen(false)
    await onSettled(words)
  }
  const begin = () =>
    run(async () => {
      const body = { isRestricted: !isRestricted }
      try {
        await call(restrictProcessing, { params: { requestId }, body })
      } catch (error) {
        const over = error instanceof CallError && explainOvertaken(error)
        if (!over) throw error
        return settle(over)
      }
      await settle(`${act}_done`)
    })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      isBusy={isPending}
      trigger={<Button look="plain" aria-label={t(`${act}_named`, { number })} />}
      triggerWords={<Text ns="rights" k={act} />}
      title={<Text ns="rights" k={`${act}_title`} />}
      description={<Text ns="rights" k={`${act}_text`} />}
      actions={
        <>
          <DialogCancel />
          <Button
            look={isRestricted ? 'primary' : 'danger'}
            pending={isPending}
            onClick={() => void begin()}
          >
            <Text ns="rights" k={`${act}_confirm`} />
          </Button>
        </>
      }
    >
      <ErrorNotice failure={failure} />
      {proof}
    </Dialog>
  )
}
