import type { MouseEvent } from 'react'
import type { Outbox, OutgoingPost } from '#web/platform/outbox.ts'
import type { Outgoing } from '#web/platform/outbox.rules.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MemberIcon } from '#web/ui/MemberIcon.tsx'
import { clockTime } from './postTime.ts'
import styles from './OutgoingStatus.module.css'

/** What the same words will always meet. */
const FOR_GOOD: readonly unknown[] = ['words_blocked', 'contact_data', 'post_gone']

type Props = { entry: OutgoingPost; outbox: Outbox; onEdit: (entry: Outgoing) => void }

/** What becomes of a post on its way; for a refused one, why, and what can be done. */
export function OutgoingStatus({ entry, outbox, onEdit }: Props) {
  const tongue = useScreenTongue()
  if (entry.state === 'refused') {
    const edit = () => {
      const taken = outbox.discard(entry.id)
      if (taken) onEdit(taken)
    }
    // the buttons go, and with them the focus
    const retry = ({ currentTarget }: MouseEvent) => {
      currentTarget.closest('article')?.focus()
      outbox.retry(entry.id)
    }
    const discard = ({ currentTarget }: MouseEvent) => {
      const next = currentTarget.closest('li')?.nextElementSibling?.querySelector('article')
      ;(next ?? document.querySelector<HTMLElement>('main textarea'))?.focus()
      outbox.discard(entry.id)
    }
    return (
      <div className={styles.refused}>
        <p className={styles.reason}>
          <Icon name="warning" size={18} />
          <span>
            <Text ns="posts" k="refused" /> <ErrorText failure={entry.refusal} />
          </span>
        </p>
        <div className={styles.actions}>
          {!FOR_GOOD.includes(entry.refusal?.code) && (
            <Button look="quiet" size="s" onClick={retry}>
              <Text ns="posts" k="retry" />
            </Button>
          )}
          <Button look="quiet" size="s" onClick={edit}>
            <Text ns="posts" k="edit" />
          </Button>
          <Button look="plain" size="s" onClick={discard}>
            <Text ns="posts" k="discard" />
          </Button>
        </div>
      </div>
    )
  }

  const time = clockTime(entry.notBefore, tongue)
  return (
    <p className={styles.note}>
      {entry.state === 'sent' ? (
        <Icon name="check" size={16} />
      ) : (
        <MemberIcon name="clock" size={16} />
      )}
      <span>
        {entry.waitsFor === 'limit' && entry.state === 'waiting' ? (
          <Text
            ns="posts"
            k={entry.isKept ? 'waits_limit' : 'waits_limit_here'}
            values={{ time }}
          />
        ) : entry.waitsFor === 'connection' ? (
          <Text ns="posts" k={entry.isKept ? 'waits_connection' : 'waits_here'} />
        ) : (
          <Text ns="posts" k="sending" />
        )}
      </span>
    </p>
  )
}
