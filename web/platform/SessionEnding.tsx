import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Session } from '#contract/auth.ts'
import { listSessions } from '#contract/security.ts'
import { formatTime } from '#web/text/format.ts'
import { needWords } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { announce } from './authEvents.ts'
import { ACT, call } from './call.ts'
import { askSessionAgain, useSession } from './session.ts'
import styles from './SessionEnding.module.css'

const MINUTE_MS = 60_000
const WARNED_MS = 2 * MINUTE_MS
/** A session that has longer to go is one of thirty days. */
const SHORT_MS = 12 * 60 * MINUTE_MS
const TICK_MS = 5_000

/**
 * Says two minutes before that a session ends in which nothing was done for a while, and lets whoever
 * is there stay (WCAG 2.2.1). That of staff on https is so short.
 */
function SessionEnding() {
  const client = useQueryClient()
  const { session, clubNow } = useSession()
  const [, tick] = useState(0)
  const endsAt = session ? Date.parse(session.expiresAt) : Infinity
  const left = () => endsAt - clubNow().getTime()

  /** Asking is an act: only for whoever has just acted, or says that they are there. */
  const stay = async () => {
    const answer = await askSessionAgain(client)
    if (answer?.session) announce('token_refreshed', answer.session)
    return answer?.session
  }

  const asked = useRef(-Infinity)
  const acted = useEffectEvent(() => {
    if (left() > SHORT_MS || Date.now() - asked.current < MINUTE_MS) return
    asked.current = Date.now()
    void stay()
  })
  useEffect(() => {
    const act = () => acted()
    window.addEventListener(ACT, act)
    return () => window.removeEventListener(ACT, act)
  }, [])

  const look = useEffectEvent(() => {
    tick((ticks) => ticks + 1)
    // by a call that is no act, or it would open again what is just about to end
    if (left() < -TICK_MS) call(listSessions, {}).then(stay, () => {})
  })
  useEffect(() => {
    const timer = setInterval(() => look(), TICK_MS)
    return () => clearInterval(timer)
  }, [])

  if (left() > SHORT_MS) return null
  return createPortal(
    // there before its words, or they would not be read out
    <div role="status" aria-live="polite">
      {left() <= WARNED_MS && <Ending endsAt={endsAt} stay={stay} />}
    </div>,
    document.body,
  )
}

/** With its words. */
export async function sessionEnding() {
  await needWords(['desk'])
  return SessionEnding
}

type Props = { endsAt: number; stay: () => Promise<Session | null | undefined> }

function Ending({ endsAt, stay }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  const { mutate, isPending, isSuccess, data } = useMutation({ mutationFn: stay })

  // F6 leads to it, as to toasts, from within a window too; whoever has the focus here when it goes
  // is led back to where they came from, and whoever went on by themselves stays there
  useLayoutEffect(() => {
    const own = notice.current
    let cameFrom: EventTarget | null = null
    const came = ({ relatedTarget }: FocusEvent) => {
      cameFrom = relatedTarget ?? cameFrom
    }
    const pressed = (event: KeyboardEvent) => {
      const button = own?.querySelector('button')
      if (event.key !== 'F6' || !button || document.activeElement === button) return
      event.preventDefault()
      event.stopPropagation()
      button.focus()
    }
    own?.addEventListener('focusin', came)
    window.addEventListener('keydown', pressed, true)
    return () => {
      window.removeEventListener('keydown', pressed, true)
      const back = own?.contains(document.activeElement) ? cameFrom : null
      if (back instanceof HTMLElement) queueMicrotask(() => back.focus({ preventScroll: true }))
    }
  }, [])

  return (
    <div ref={notice} className={styles.notice}>
      <Icon name="warning" />
      <p className={styles.words}>
        <Text ns="desk" k="ending" values={{ time: formatTime(endsAt, 'de') }} />{' '}
        {isSuccess && <Text ns="desk" k={data ? 'ending_last' : 'ending_failed'} />}
      </p>
      <Button look="quiet" size="s" pending={isPending} onClick={() => mutate()}>
        <Text ns="desk" k="ending_stay" />
      </Button>
    </div>
  )
}
