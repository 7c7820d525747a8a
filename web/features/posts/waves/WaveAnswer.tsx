import { useState } from 'react'
import type { ReceivedWave } from '#contract/posts/receivedWaves.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { WaveBack } from './WaveBack.tsx'
import styles from './waves.module.css'

type Props = {
  member: Pick<ReceivedWave['waver'], 'id' | 'username'>
  /** Nobody waved back yet. */
  isOwed: boolean
  isMutual?: boolean
  /** Where the focus goes when waves were declined and the line is gone. */
  returnTo: () => HTMLElement | null
}

/** The answers to a wave: wave back, or decline further waves. */
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
