// Every browser signed in to the account; a member ends one of these sessions, or all but their own.
import { useRef, useState } from 'react'
import { endOtherSessions, endSession, type OpenSession } from '#contract/accounts/security.ts'
import { call } from '#web/platform/api/call.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { holdFocus } from '#web/ui/behaviour/regainFocus.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Section, type SectionMessage } from './Section.tsx'
import styles from './security.module.css'
import { SessionLine } from './SessionLine.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { useOpenSessions, useRefresh } from './useSecurity.ts'
import { unlessGone } from './unlessGone.ts'

/** Every browser that is signed in, and the end of those that should not be. */
export function SessionsSection() {
  const { t } = useText('security')
  const result = useOpenSessions()
  const refresh = useRefresh()
  const ending = useAct()
  const list = useRef<HTMLUListElement>(null)
  const [ended, setEnded] = useState<string | null>(null)
  const [status, setStatus] = useState<SectionMessage>(null)

  const end = async (which: string, act: () => Promise<SectionMessage>) => {
    const passOn = holdFocus()
    setEnded(which)
    const isDone = await ending.run(async () => setStatus(await act()))
    if (!isDone) return
    // what was pressed goes
    passOn(list.current)
    await refresh.sessions()
  }
  const endOne = ({ id }: OpenSession, name: string) =>
    end(id, async () => {
      await call(endSession, { params: { sessionId: id } }).catch(unlessGone)
      return { k: 'session_ended', values: { name } }
    })
  const endOthers = () =>
    end('others', async () => {
      const { ended: count } = await call(endOtherSessions, {})
      return { k: 'sessions_ended', values: { count } }
    })

  return (
    <Section title="sessions" status={status}>
      <QueryView
        query={result}
        isPart
        failed={<Text ns="security" k="sessions_failed" />}
        waiting={<LoadingSkeleton label={t('loading')} lines={3} />}
      >
        {({ sessions }) => (
          <ul role="list" ref={list} tabIndex={-1} className={`ruled-list ${styles.lines}`}>
            {sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                isEnding={ending.isPending && ended === session.id}
                onEnd={(name) => void endOne(session, name)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <ErrorNotice failure={ending.failure} />
      {result.data && result.data.sessions.length > 1 && (
        <Button
          look="quiet"
          className="at-start"
          pending={ending.isPending && ended === 'others'}
          onClick={() => void endOthers()}
        >
          <Text ns="security" k="sessions_end" />
        </Button>
      )}
      {ending.proof}
    </Section>
  )
}
