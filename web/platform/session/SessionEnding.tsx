// Says two minutes before that a short session ends, as staff have, and lets who is there stay (WCAG 2.2.1).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Session } from '#contract/accounts/session.ts'
import { listSessions } from '#contract/accounts/security.ts'
import { formatTime } from '#web/text/format.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { announce } from './authEvents.ts'
import { ACT, call } from '#web/platform/api/call.ts'
import { refetchSession, useSession } from './session.ts'
import styles from './SessionEnding.module.css'

const MINUTE_MS = 60_000
const WARNED_MS = 2 * MINUTE_MS
/** A session that has longer to go is one of thirty days. */
const SHORT_MS = 12 * 60 * MINUTE_MS
const TICK_MS = 5_000

export function SessionEnding() {
  const client = useQueryClient()
  const { session, clubNow } = useSession()
  const [, tick] = useState(0)
  /** The end of which somebody knows. */
  const [known, setKnown] = useState<number>()
  const endsAt = session ? Date.parse(session.expiresAt) : Infinity
  const left = () => endsAt - clubNow().getTime()

  /** Asking is an act: only after an act, or when somebody says that they are there. */
  const stay = async () => {
    const answer = await refetchSession(client)
    if (answer?.session) announce('token_refreshed', answer.session)
    return answer?.session
  }

  const checkedAt = useRef(-Infinity)
  const acted = useEffectEvent(() => {
    if (left() > SHORT_MS || Date.now() - checkedAt.current < MINUTE_MS) return
    checkedAt.current = Date.now()
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
      {left() <= WARNED_MS && endsAt !== known && (
        <Ending endsAt={endsAt} stay={stay} onClose={() => setKnown(endsAt)} />
      )}
    </div>,
    document.body,
  )
}

type Props = {
  endsAt: number
  stay: () => Promise<Session | null | undefined>
  onClose: () => void
}

function Ending({ endsAt, stay, onClose }: Props) {
  const { t } = useText('shell')
  const notice = useRef<HTMLDivElement>(null)
  const closer = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, isSuccess, data } = useMutation({
    mutationFn: stay,
    onSuccess: (session) => {
      // the button goes that was pressed
      if (session && notice.current?.contains(document.activeElement)) closer.current?.focus()
    },
  })
  const isLast = isSuccess && !!data

  // F6 leads to it, as to toasts, from within a window too; a focus that is here when it goes
  // is led back to where it came from, and one that went on by itself stays there
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const own = notice.current
    let cameFrom: EventTarget | null = null
    const came = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !own?.contains(relatedTarget)) cameFrom = relatedTarget
    }
    const pressed = (event: KeyboardEvent) => {
      const isInside = own?.contains(document.activeElement)
      if (event.key === 'F6' ? isInside : event.key !== 'Escape' || !isInside) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'F6') own?.querySelector('button')?.focus()
      else close()
    }
    own?.addEventListener('focusin', came)
    window.addEventListener('keydown', pressed, true)
    return () => {
      window.removeEventListener('keydown', pressed, true)
      const back = own?.contains(document.activeElement) ? cameFrom : null
      if (back instanceof HTMLElement) queueMicrotask(() => back.focus({ preventScroll: true }))
    }
  }, [])

  // windows begin below it
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([{ target } = {}]) =>
      style.setProperty('--ending', `${target?.getBoundingClientRect().bottom ?? 0}px`),
    )
    if (notice.current) observer.observe(notice.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--ending')
    }
  }, [])

  return (
    <div ref={notice} className={`toolbar screen-only ${styles.notice}`}>
      <Icon name="warning" />
      <p className={styles.words}>
        <Text ns="desk" k="ending" values={{ time: formatTime(endsAt, 'de') }} />{' '}
        {isSuccess && <Text ns="desk" k={isLast ? 'ending_last' : 'ending_failed'} />}
      </p>
      {!isLast && (
        <Button look="quiet" size="s" pending={isPending} onClick={() => mutate()}>
          <Text ns="desk" k="ending_stay" />
        </Button>
      )}
      <button
        ref={closer}
        type="button"
        className={`icon-button ${styles.close}`}
        aria-label={t('close')}
        onClick={onClose}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}
