// The answers to a wave: wave back, or decline further waves.
import { useState } from 'react'
import type { ReceivedWave } from '#contract/posts/receivedWaves.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { WaveBack } from './WaveBack.tsx'
import styles from './waves.module.css'
import { useDecline } from './useWaves.ts'

type Props = {
  member: Pick<ReceivedWave['waver'], 'id' | 'username'>
  /** Nobody waved back yet. */
  isOwed: boolean
  isMutual?: boolean
  /** Where the focus goes when waves were declined and the line is gone. */
  returnTo: () => HTMLElement | null
}

export function WaveAnswer({ member, isOwed, isMutual = false, returnTo }: Props) {
  const [isDeclining, setDeclining] = useState(false)
  /** Stays said here, even when the list is loaded again without the wave. */
  const [hasWaved, setWaved] = useState(false)
  const decline = (
    <Button
      look="plain"
      size="s"
      className={styles.decline}
      aria-haspopup="dialog"
      onClick={() => setDeclining(true)}
    >
      <Text ns="waves" k="decline" /> <span className="visually-hidden">({member.username})</span>
    </Button>
  )
  return (
    <>
      {isOwed || hasWaved ? (
        <WaveBack
          member={member}
          isAnswer
          size="s"
          beside={decline}
          onWave={() => setWaved(true)}
        />
      ) : (
        <div className={`toolbar-1 ${styles.back}`} data-size="s">
          {isMutual && (
            <p className={`bold align-center small ${styles.waved}`}>
              <MemberIcon name="wave" size={18} />
              <Text ns="waves" k="mutual" />
            </p>
          )}
          {decline}
        </div>
      )}
      {isDeclining && (
        <DeclineDialog waver={member} onClose={() => setDeclining(false)} returnTo={returnTo} />
      )}
    </>
  )
}

type DeclineDialogProps = {
  waver: Pick<ReceivedWave['waver'], 'id' | 'username'>
  onClose: () => void
  returnTo: () => HTMLElement | null
}

/** It cannot be taken back, so it is asked once more. */
function DeclineDialog({ waver, onClose, returnTo }: DeclineDialogProps) {
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
