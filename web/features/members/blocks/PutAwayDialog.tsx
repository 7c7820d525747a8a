// Explains muting or hiding before it is done, and takes a reason for staff. The other member is not told.
import { useState } from 'react'
import { signalReasons, type SignalReason } from '#contract/members/signals.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import styles from './blocks.module.css'
import { useHide, useMute } from './usePutAway.ts'
import { useFailureToast } from './useFailureToast.tsx'

type Props = {
  what: 'mute' | 'hide'
  /** Of the member who is muted, or the post that is hidden. */
  id: string
  /** Whose it is. */
  username: string
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  returnTo: () => HTMLElement | null
}

export function PutAwayDialog({ what, id, username, isOpen, onOpenChange, returnTo }: Props) {
  const [reason, setReason] = useState<SignalReason | null>(null)
  const acts = { mute: useMute(), hide: useHide() }
  const act = acts[what]
  const withToast = useFailureToast()
  const values = { username }
  const change = (open: boolean) => {
    act.reset()
    setReason(null)
    onOpenChange(open)
  }
  const confirm = async () => {
    const failed = <Text ns="safety" k={`${what}_failed`} values={values} />
    if (!(await withToast(act.mutateAsync({ id, reason }), failed))) return
    change(false)
    addToast({
      title: <Text ns="safety" k={DONE[what]} values={values} />,
      description: <Text ns="safety" k={`${DONE[what]}_text`} />,
      tone: 'success',
    })
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      isBusy={act.isPending}
      title={<Text ns="safety" k={`${what}_title`} values={values} />}
      description={<Text ns="safety" k={`${what}_text`} values={values} />}
      returnTo={returnTo}
      actions={
        <>
          <DialogCancel />
          <Button pending={act.isPending} onClick={() => void confirm()}>
            <Text ns="safety" k={`${what}_confirm`} />
          </Button>
        </>
      }
    >
      <fieldset className={`stack-1 ${styles.reasons}`}>
        <Text as="legend" ns="safety" k="reason" />
        <Text as="p" className="soft" ns="safety" k="reason_text" />
        {([null, ...signalReasons] as const).map((one) => (
          <label key={one} className={`line-2 ${styles.reason}`}>
            <input
              type="radio"
              name="reason"
              checked={one === reason}
              onChange={() => setReason(one)}
            />
            <Text as="span" ns="safety" k={one ?? 'unsaid'} />
          </label>
        ))}
      </fieldset>
      <ErrorNotice failure={act.error} />
    </Dialog>
  )
}

const DONE = { mute: 'muted', hide: 'hidden' } as const
