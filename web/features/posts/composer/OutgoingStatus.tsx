// Under a post that is not sent yet: why it waits or was refused, and the ways to retry, edit or discard it.
import type { MouseEvent } from 'react'
import type { Outbox, OutgoingPost } from '#web/platform/outbox/outbox.ts'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { clockTime } from '#web/features/posts/postTime.ts'
import styles from './OutgoingStatus.module.css'

/** What the same words will always meet. */
const FOR_GOOD: readonly unknown[] = ['words_blocked', 'contact_data', 'post_gone']

type Props = {
  entry: OutgoingPost
  outbox: Outbox
  /** Missing where nothing more can be said. */
  onEdit: ((entry: Outgoing) => void) | undefined
}

/** What becomes of a post on its way; of one that stays here, why, and what can be done. */
export function OutgoingStatus({ entry, outbox, onEdit }: Props) {
  const { state, refusal } = entry
  const isRefused = state === 'refused'
  // a try now and then changes nothing for who waits
  const waits =
    state === 'waiting' || state === 'queued' || (state === 'sending' && entry.isForLine)
  if (!isRefused && !waits)
    return (
      <p className={styles.note}>
        {state === 'sent' ? <Icon name="check" size={16} /> : <MemberIcon name="clock" size={16} />}
        <Text as="span" ns="talk" k="sending" />
      </p>
    )

  const edit = () => {
    const taken = outbox.discard(entry.id)
    if (taken) onEdit?.(taken)
  }
  // the buttons may go, and with them the focus
  const retry = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest('article')?.focus()
    outbox.retry(entry.id)
  }
  const discard = ({ currentTarget }: MouseEvent) => {
    const next = currentTarget.closest('li')?.nextElementSibling?.querySelector('article')
    const { body } = document
    const box = body.querySelector<HTMLElement>('main textarea:not([readonly])')
    ;(next ?? box ?? body.querySelector('main'))?.focus()
    outbox.discard(entry.id)
  }
  return (
    <div className={isRefused ? styles.refused : styles.waiting}>
      <p className={isRefused ? styles.reason : styles.note}>
        {isRefused ? <Icon name="warning" size={18} /> : <MemberIcon name="clock" size={16} />}
        <span>
          {isRefused ? (
            <>
              <Text ns="talk" k="refused" /> <ErrorText failure={refusal} />
            </>
          ) : (
            <Waiting {...entry} />
          )}
        </span>
      </p>
      <div className="row-2">
        {onEdit && state !== 'queued' && !FOR_GOOD.includes(refusal?.code) && (
          <Button look="quiet" size="s" onClick={retry}>
            <Text ns="talk" k={isRefused ? 'retry' : 'send_now'} />
          </Button>
        )}
        {onEdit && (
          <Button look="quiet" size="s" onClick={edit}>
            <Text ns="talk" k="edit" />
          </Button>
        )}
        <Button look="plain" size="s" onClick={discard}>
          <Text ns="talk" k="discard" />
        </Button>
      </div>
    </div>
  )
}

/** For what a post waits. */
function Waiting({ state, waitsFor, said, notBefore, isStored }: OutgoingPost) {
  const time = clockTime(notBefore, useScreenTongue())
  if (state !== 'queued' && waitsFor !== 'room' && waitsFor !== 'limit')
    return (
      <>
        <Text ns="talk" k={isStored ? 'waits_connection' : 'waits_here'} />
        {said && (
          <>
            {' '}
            <ErrorText failure={said} />
          </>
        )}
      </>
    )
  const k = state === 'queued' ? 'waits_turn' : waitsFor === 'room' ? 'waits_room' : 'waits_limit'
  return (
    <>
      <Text ns="talk" k={k} values={{ time }} />
      {!isStored && (
        <>
          {' '}
          <Text ns="talk" k="waits_open" />
        </>
      )}
    </>
  )
}
