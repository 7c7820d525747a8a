// A moderator sees what they just decided and may take it back for seconds; then that it is done, or failed.
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Overtaken } from '#web/features/moderation/cases/Overtaken.tsx'
import { paths } from '#web/paths.ts'
import { useShortcutsEnabled } from '#web/platform/shortcuts/shortcuts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { passFocus } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { forgetDecision, sendHeld, type HeldDecision } from './held.ts'
import { KeyHint } from '#web/ui/KeyHint.tsx'
import styles from './held.module.css'

/** How long what is said of a decision stands, where it does not stay until somebody has read it. */
const SECONDS = { held: 10, done: 6, sending: null, failed: null, undone: null } as const

type Props = { decision: HeldDecision; onUndo: () => unknown; isHere: boolean }

/** What was decided, for as long as it can be taken back; then that it is done, or why it is not. */
export function HeldLine({ decision, onUndo, isHere }: Props) {
  const { caseId, number, state, draft, failure } = decision
  const { t } = useText('shell')
  const hasKeys = useShortcutsEnabled()
  const [isPointedAt, setPointedAt] = useState(false)
  const [isInside, setInside] = useState(false)
  const left = useSecondsLeft(SECONDS[state], isPointedAt || isInside, () =>
    state === 'held' ? void sendHeld() : forgetDecision(caseId),
  )
  return (
    <div
      className={`toolbar small ${styles.line}`}
      data-state={state}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setInside(true)}
      onBlur={() => setInside(false)}
    >
      <Icon name={failure ? 'warning' : 'check'} />
      <div key={state} className={styles.words} {...(failure && { role: 'alert' })}>
        {failure ? (
          <Failed {...{ caseId, number, failure }} />
        ) : state === 'done' ? (
          <Text as="p" ns="moderation" k="decision_done" values={{ number }} unbroken={number} />
        ) : (
          <Made {...{ number, draft, state }} />
        )}
      </div>
      {state === 'held' && (
        <Button
          ref={handOn}
          look="quiet"
          size="s"
          aria-keyshortcuts={hasKeys ? 'z' : undefined}
          onClick={onUndo}
        >
          <Text ns="moderation" k="held_undo" />
          <span className="tabular" aria-hidden="true">
            <Text ns="moderation" k="held_seconds" values={{ seconds: left }} />
          </span>
          {hasKeys && <KeyHint>Z</KeyHint>}
        </Button>
      )}
      {failure && !isHere && (
        <Button look="quiet" size="s" render={<Link to={paths.adminReport(caseId)} />}>
          <Text ns="moderation" k="held_open" />
        </Button>
      )}
      {failure && (
        <button
          ref={handOn}
          type="button"
          className="icon-button"
          aria-label={t('close')}
          onClick={() => forgetDecision(caseId)}
        >
          <Icon name="close" size={18} />
        </button>
      )}
    </div>
  )
}

function Made({
  number,
  draft: { kind },
  state,
}: Pick<HeldDecision, 'number' | 'draft' | 'state'>) {
  const { t } = useText('moderation')
  return (
    <>
      <p className={styles.title}>
        <Text ns="moderation" k="held" values={{ what: t(kind ?? 'decision') }} />
      </p>
      <p>
        <Text
          ns="moderation"
          k={state === 'held' ? 'held_number' : 'held_sending'}
          values={{ number }}
          unbroken={number}
        />
        {state === 'held' && (
          <span className="visually-hidden">
            {' '}
            <Text ns="moderation" k="held_for" />
          </span>
        )}
      </p>
    </>
  )
}

type FailedProps = Pick<HeldDecision, 'caseId' | 'number'> & { failure: CallError }

const Failed = ({ caseId, number, failure }: FailedProps) => (
  <>
    <p className={styles.title}>
      <Text ns="moderation" k="case_number" values={{ number }} unbroken={number} />
    </p>
    <p>
      {failure.code === 'already_decided' ? (
        <Overtaken caseId={caseId} />
      ) : (
        <>
          <ErrorText failure={failure} /> <Text ns="moderation" k="held_failed" />
        </>
      )}
    </p>
  </>
)

/** A ref for a button that goes: the focus goes on with what the screen is about. */
const handOn = (button: HTMLButtonElement | null) => () =>
  passFocus(button, () => document.querySelector('h1'))

/** Counts down while nobody stops it, and then calls; from wherever it begins, once more. */
function useSecondsLeft(from: number | null, isStopped: boolean, onOver: () => unknown): number {
  const [left, setLeft] = useState({ from, seconds: from ?? 0 })
  if (left.from !== from) setLeft({ from, seconds: from ?? 0 })
  const { seconds } = left
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (from === null || isStopped) return
    const timer = setTimeout(() => {
      if (seconds > 1) setLeft({ from, seconds: seconds - 1 })
      else over()
    }, 1_000)
    return () => clearTimeout(timer)
  }, [from, seconds, isStopped])
  return seconds
}
