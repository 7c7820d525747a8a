import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useRefreshDesk } from '#web/features/moderation/cases/useDesk.ts'
import { paths } from '#web/paths.ts'
import { useMember } from '#web/platform/session/session.ts'
import { useKeys } from '#web/platform/shortcuts/shortcuts.ts'
import { useText } from '#web/text/Text.tsx'
import { openDesk, sendHeld, undoDecision, useDecisions } from './held.ts'
import { HeldLine } from './HeldLine.tsx'
import styles from './held.module.css'

/**
 * What was decided a moment ago and can be taken back, and what became of it; on every screen of the
 * desk, and there before its words, or they would not be read out.
 */
export function HeldDecisions() {
  const { userId } = useMember()
  const { t, langAttribute } = useText('moderation')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const refresh = useRefreshDesk()
  const shown = useDecisions(userId).filter(({ state }) => state !== 'undone')
  const held = shown.find(({ state }) => state === 'held')

  useLayoutEffect(() => openDesk(userId), [userId])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('pagehide', () => void sendHeld(), { signal })
    document.addEventListener('visibilitychange', () => void (document.hidden && sendHeld()), {
      signal,
    })
    return () => listening.abort()
  }, [])
  const notice = shown
    .flatMap(({ count, state }) => (state === 'done' || state === 'failed' ? count + state : []))
    .join()
  const askAgain = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (notice) askAgain()
  }, [notice])

  const undo = () => {
    if (!held || !undoDecision(held.caseId)) return false
    const to = paths.adminReport(held.caseId)
    void navigate(to, { replace: pathname === to })
    return true
  }
  useKeys({ z: undo })
  return (
    <div
      role="region"
      aria-label={t('held_region')}
      lang={langAttribute('held_region')}
      aria-live="polite"
      aria-relevant="additions text"
      className={`screen-only ${styles.lines}`}
    >
      {shown.map((decision) => (
        <HeldLine
          key={decision.count}
          decision={decision}
          onUndo={undo}
          isHere={pathname === paths.adminReport(decision.caseId)}
        />
      ))}
    </div>
  )
}
