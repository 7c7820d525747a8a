import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { CaseFile } from '#contract/moderation/cases.ts'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { useMember } from '#web/platform/session/session.ts'
import { useDisclosure } from '#web/platform/lists/useDisclosure.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { HandoverForm, handoverDrafts } from './HandoverForm.tsx'
import { HandoverItem } from './HandoverItem.tsx'
import { LateMessage } from '#web/ui/feedback/StatusMessage.tsx'
import styles from './cases.module.css'

type Props = { file: CaseFile; onSettled: (words: ReactNode) => Promise<void> }

/** Telling the authorities (Art. 18 DSA): one proposes, an admin who is somebody else confirms. */
export function Handovers({ file, onSettled }: Props) {
  const { t } = useText('moderation')
  const { handovers, refusal } = file
  const drafts = useTabDrafts(handoverDrafts)
  const { isOpen, takesFocus, opener, open, close, fold } = useDisclosure(drafts.has(file.id))
  const isWaiting = handovers.some(({ state }) => state === 'proposed')
  const mayPropose = !isWaiting && refusal !== 'own_case'
  const settle = (words: ReactNode) => {
    fold()
    return onSettled(words)
  }
  const overtaken = (
    <LateMessage>
      <Text ns="moderation" k="propose_overtaken" />
    </LateMessage>
  )
  const { username } = useMember()
  const wasWaiting = useRef(isWaiting)
  const announceOvertaken = useEffectEvent(() => {
    const isOwn = handovers.some((one) => one.state === 'proposed' && one.proposedBy === username)
    if (!isOwn && drafts.has(file.id)) void settle(overtaken)
  })
  useEffect(() => {
    if (isWaiting && !wasWaiting.current) announceOvertaken()
    wasWaiting.current = isWaiting
  }, [isWaiting])
  return (
    <Card titleId="authorities" title={<Text ns="moderation" k="authorities" />}>
      <Text as="p" className="soft small" ns="moderation" k="authorities_text" />
      {handovers.length > 0 && (
        <ol className={`stack-4 ${styles.list}`} aria-label={t('handovers')}>
          {handovers.map((handover) => (
            <li key={handover.id}>
              <HandoverItem handover={handover} onSettled={settle} />
            </li>
          ))}
        </ol>
      )}
      {mayPropose && !isOpen && (
        <Button ref={opener} look="quiet" className={styles.act} onClick={open}>
          <Text ns="moderation" k="propose" />
        </Button>
      )}
      {mayPropose && isOpen && (
        <HandoverForm
          file={file}
          drafts={drafts}
          takesFocus={takesFocus}
          onSettled={settle}
          onOvertaken={() => settle(overtaken)}
          onClose={close}
        />
      )}
    </Card>
  )
}
