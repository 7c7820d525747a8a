// One case: what was reported, by whom, about whom, and what is done about it.
import { useRef, type ReactNode } from 'react'
import type { CaseFile } from '#contract/moderation/cases.ts'
import { useMember } from '#web/platform/session/session.ts'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { regainOnceDrawn } from '#web/platform/lists/regainOnceDrawn.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { AgeQuestion } from '#web/features/moderation/cases/deciding/AgeQuestion.tsx'
import { CaseReports } from './CaseReports.tsx'
import { Clock } from '#web/features/moderation/cases/list/Clock.tsx'
import { DecisionForm } from '#web/features/moderation/cases/deciding/DecisionForm.tsx'
import { Decisions } from './Decisions.tsx'
import { EvidenceItem } from './EvidenceItem.tsx'
import { handoverDrafts } from './HandoverForm.tsx'
import { Handovers } from './Handovers.tsx'
import { NameMember } from './NameMember.tsx'
import { HeldCase } from '#web/features/moderation/cases/holding/HeldCase.tsx'
import { isMade, useDecisions } from '#web/features/moderation/cases/holding/held.ts'
import { PersonCard } from './PersonCard.tsx'
import { Refusal } from '#web/features/moderation/cases/deciding/Refusal.tsx'
import { UrgencyBadge } from '#web/features/moderation/cases/list/UrgencyBadge.tsx'
import { useRefreshDesk } from './useDesk.ts'
import type { Preview } from '#web/features/moderation/cases/deciding/draft.ts'
import styles from './cases.module.css'

type Props = {
  file: CaseFile
  /** What the member would read. */
  preview: (said: Preview) => ReactNode
  onMoved: (caseId: string) => void
  /** Called once it is decided and the screen says so, or nobody else knows of it yet; with whether somebody writes here by then. */
  onDecided: (isWriting: () => boolean, isHeld: boolean) => unknown
}

export function CaseView({ file, preview, onMoved, onDecided }: Props) {
  const { state, about, evidence, refusal, decisions } = file
  const refresh = useRefreshDesk()
  const place = useRef<HTMLDivElement>(null)
  const [status, setStatus] = useStatusMessage()
  const proposals = useTabDrafts(handoverDrafts)
  const { userId } = useMember()
  const made = useDecisions(userId).find((one) => one.caseId === file.id && isMade(one))
  const isWriting = () => proposals.has(file.id)

  /** The form may be gone by then, and the focus with it. */
  const settle = async (words: ReactNode) => {
    await refresh()
    setStatus(words)
    regainOnceDrawn(() => place.current)
  }
  return (
    <div className={`stack-4 ${styles.case}`}>
      <Head file={file} />
      <div ref={place} tabIndex={-1} className={`stack-4 no-ring ${styles.part}`}>
        <StatusMessage>{status}</StatusMessage>
        {decisions.length > 0 && <Decisions decisions={decisions} />}
      </div>
      <div className={`stack-4 ${styles.sides}`}>
        <div className={`stack-4 ${styles.part}`}>
          {evidence.map((one, index) => (
            <EvidenceItem key={one.id} evidence={one} index={index + 1} reasons={file.reasons} />
          ))}
          <CaseReports file={file} />
          {about && <PersonCard person={about} onSettled={settle} />}
          {!about && state === 'open' && !refusal && (
            <NameMember file={file} onMoved={onMoved} onSettled={settle} />
          )}
        </div>
        <div className={`stack-4 ${styles.decision}`} data-deciding={state === 'open' || undefined}>
          {state === 'open' && refusal && refusal !== 'already_decided' && (
            <Refusal code={refusal} other="decides_anew" />
          )}
          {file.age && <AgeQuestion file={file} onSettled={settle} />}
          {!made && (
            <DecisionForm
              key={file.id}
              file={file}
              preview={preview}
              onSettled={settle}
              onDecided={() => onDecided(isWriting, false)}
              onHeld={() => {
                place.current?.focus()
                onDecided(isWriting, true)
              }}
            />
          )}
          {made && state === 'open' && <HeldCase draft={made.draft} />}
        </div>
        <div className={`stack-4 ${styles.more}`}>
          {!file.age && <AgeQuestion file={file} onSettled={settle} />}
          <Handovers file={file} onSettled={settle} />
        </div>
      </div>
    </div>
  )
}

function Head({ file }: { file: CaseFile }) {
  const tongue = useScreenTongue()
  const when = formatMoment(file.openedAt, tongue)
  return (
    <div className={`toolbar ${styles.head}`}>
      {file.state === 'open' ? (
        <>
          <UrgencyBadge urgency={file.urgency} />
          <Clock dueAt={file.dueAt} />
        </>
      ) : (
        <Badge tone="success">
          <Text ns="moderation" k="decided" />
        </Badge>
      )}
      {file.isTrusted && (
        <Badge tone="accent">
          <Text ns="moderation" k="trusted" />
        </Badge>
      )}
      <span className="soft small">
        <Text ns="moderation" k="reports" values={{ count: file.reports }} />
        {' · '}
        <Text ns="moderation" k="opened" values={{ when }} />
      </span>
    </div>
  )
}
