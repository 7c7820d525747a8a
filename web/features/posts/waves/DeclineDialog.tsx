import type { ReceivedWave } from '#contract/posts/receivedWaves.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { useDecline } from './useWaves.ts'

type Props = {
  waver: Pick<ReceivedWave['waver'], 'id' | 'username'>
  onClose: () => void
  returnTo: () => HTMLElement | null
}

/** It cannot be taken back, so it is asked once more. */
export function DeclineDialog({ waver, onClose, returnTo }: Props) {
  const decline = useDecline()
  const values = { name: waver.username }
  const confirm = () =>
    decline.mutate(waver.id, {
      onSuccess: () => {
        addToast({ title: <Text ns="waves" k="declined" values={values} />, tone: 'success' })
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      isBusy={decline.isPending}
      returnTo={returnTo}
      title={<Text ns="waves" k="decline_title" values={values} />}
      description={<Text ns="waves" k="decline_text" values={values} />}
      actions={
        <>
          <DialogCancel words={<Text ns="waves" k="decline_keep" />} />
          <Button pending={decline.isPending} onClick={confirm}>
            <Text ns="waves" k="decline_confirm" />
          </Button>
        </>
      }
    >
      <ErrorNotice failure={decline.error} />
    </Dialog>
  )
}
