// Where somebody objects to a decision of the club while they may, and reads what came of it.
import { useEffect, useState } from 'react'
import type { Appeal } from '#contract/moderation/appeals.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { writeDraft } from '#web/platform/session/drafts.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LateMessage, StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { AppealForm, type AppealDraft } from './AppealForm.tsx'
import styles from './statements.module.css'

type Props = {
  appeal: Appeal | null
  mayAppeal: boolean
  /** The last day on which one may. */
  until: string | null
  /** What objecting is about. */
  lead: Key<'statements'>
  /** None for a visitor who came by a mailed link: nothing is stored on the device. */
  draft?: AppealDraft
  send: (body: { id: string; text: string }) => Promise<Appeal>
  /** Called when there is one, by whichever device; resolves once the screen shows it. */
  onSent: () => Promise<unknown>
}

export function AppealPart({ appeal, mayAppeal, until, lead, draft, send, onSent }: Props) {
  const tongue = useScreenTongue()
  // closed before its time: there is nothing left to object to
  const isLifted = useNow().getTime() < Date.parse(until ?? '')
  const [said, setSaid] = useState<'sent' | 'forestalled' | null>(null)
  const tell = async (next: typeof said) => {
    await onSent()
    setSaid(next)
  }
  const { userId, place } = draft ?? {}
  const isMade = appeal !== null
  useEffect(() => {
    if (isMade && userId && place) writeDraft(userId, place, '')
  }, [isMade, userId, place])
  return (
    <Card titleId="appeal" title={<Text ns="statements" k="appeal" />}>
      <StatusMessage>
        {appeal && said === 'sent' && <Text ns="statements" k="appeal_sent" />}
        {appeal && said === 'forestalled' && (
          <LateMessage>
            <ErrorText failure={{ code: 'already_appealed' }} />
          </LateMessage>
        )}
      </StatusMessage>
      {appeal && <Made appeal={appeal} />}
      {!appeal && mayAppeal && (
        <>
          <p>
            <Text ns="statements" k={lead} />{' '}
            {until && (
              <Text ns="statements" k="may_until" values={{ day: formatDay(until, tongue) }} />
            )}
          </p>
          <AppealForm
            draft={draft ?? null}
            send={send}
            onSent={() => tell('sent')}
            onForestalled={() => tell('forestalled')}
          />
        </>
      )}
      {!appeal && !mayAppeal && (
        <Text as="p" ns="statements" k={isLifted ? 'appeal_lifted' : 'appeal_over'} />
      )}
    </Card>
  )
}

function Made({ appeal }: { appeal: Appeal }) {
  const { text, receivedAt, dueAt, decidedAt, isGranted, answer } = appeal
  const tongue = useScreenTongue()
  return (
    <>
      <p className={`toolbar-1 ${styles.head}`}>
        {decidedAt ? (
          <Badge tone={isGranted ? 'success' : 'plain'}>
            <Text ns="statements" k={isGranted ? 'granted' : 'refused'} />
          </Badge>
        ) : (
          <Badge tone="lamp">
            <Text ns="statements" k="is_appealed" />
          </Badge>
        )}
      </p>
      {!decidedAt && (
        <Text as="p" ns="statements" k="appeal_waits" values={{ day: formatDay(dueAt, tongue) }} />
      )}
      {answer !== null && (
        <div className={styles.answer}>
          <p className="soft small">
            <Text ns="statements" k="answer" />
            {decidedAt && (
              <>
                , <Time at={decidedAt} isDay />
              </>
            )}
          </p>
          <p className="prose" lang="" dir="auto">
            {answer}
          </p>
        </div>
      )}
      <div className={styles.own}>
        <p className="soft small">
          <Text ns="statements" k="yours" />, <Time at={receivedAt} isDay />
        </p>
        <p className="prose" lang="" dir="auto">
          {text}
        </p>
      </div>
    </>
  )
}
