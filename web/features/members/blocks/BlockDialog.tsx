import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { useBlock } from './useSafety.ts'
import { useFailureToast } from './useFailureToast.tsx'

type Props = {
  member: { id: string; username: string }
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  onBlocked?: () => void
  returnTo?: () => HTMLElement | null
}

/** Explains blocking before it is done; nobody else is told. */
export function BlockDialog({ member, isOpen, onOpenChange, onBlocked, returnTo }: Props) {
  const block = useBlock()
  const withToast = useFailureToast()
  const { id, username } = member
  const change = (open: boolean) => {
    block.reset()
    onOpenChange(open)
  }
  const confirm = async () => {
    const failed = <Text ns="safety" k="block_failed" values={{ username }} />
    if (!(await withToast(block.mutateAsync(id), failed))) return
    onOpenChange(false)
    addToast({
      title: <Text ns="safety" k="blocked" values={{ username }} />,
      description: <Text ns="safety" k="blocked_text" />,
      tone: 'success',
    })
    onBlocked?.()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      isBusy={block.isPending}
      title={<Text ns="safety" k="block_title" values={{ username }} />}
      description={<Text ns="safety" k="block_text" />}
      {...(returnTo && { returnTo })}
      actions={
        <>
          <DialogCancel />
          <Button look="danger" pending={block.isPending} onClick={() => void confirm()}>
            <Text ns="safety" k="block_confirm" />
          </Button>
        </>
      }
    >
      <ErrorNotice failure={block.error} />
    </Dialog>
  )
}
