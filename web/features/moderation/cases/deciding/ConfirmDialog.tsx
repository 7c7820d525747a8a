import type { ReactNode } from 'react'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { measureEnd, type DecisionDraft } from './draft.ts'

type Props = {
  isOpen: boolean
  draft: DecisionDraft
  username: string
  now: Date
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** One more look before somebody is kept out. */
export function ConfirmDialog({ isOpen, draft, username, now, isPending, ...acts }: Props) {
  const tongue = useScreenTongue()
  const until = measureEnd(draft, now)
  const what = draft.kind === 'ban' || draft.kind === 'minor' ? draft.kind : 'suspend'
  const when = until ? formatMoment(until, tongue) : ''
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && acts.onClose()}
      isBusy={isPending}
      title={<Text ns="moderation" k={`confirm_${what}_title`} values={{ username }} />}
      description={<Text ns="moderation" k={`confirm_${what}`} values={{ when }} />}
      actions={
        <>
          <DialogCancel />
          <Button look="danger" pending={isPending} onClick={acts.onConfirm}>
            <Text ns="moderation" k={`confirm_${what}_yes`} />
          </Button>
        </>
      }
    >
      {acts.children}
    </Dialog>
  )
}
