import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { Text } from '#web/text/Text.tsx'
import styles from './reply.module.css'

type Props = {
  slug: string
  roomName: string
  /** Whether an entry of the outbox is the post that was written here. */
  isIt: (entry: Outgoing) => boolean
}

/** The state of a post that was written outside its room, with a link to the room. */
export function SentLine({ slug, roomName, isIt }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const { outgoing } = useOutbox()
  const found = outgoing.findLast((entry) => entry.place === slug && isIt(entry))?.state
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  // what was refused is only gone from the outbox where another tab discarded it
  const state = found ?? (last === 'refused' ? last : 'sent')
  // the form is gone, and the focus with it
  useEffect(() => line.current?.focus({ preventScroll: true }), [])
  return (
    <p
      ref={line}
      role="status"
      tabIndex={-1}
      className={`no-ring align-center soft small ${styles.sent}`}
    >
      {state === 'sent' ? (
        <Text ns="posts" k="posted" />
      ) : (
        <Text ns="talk" k={state === 'refused' ? 'refused' : 'sending'} />
      )}{' '}
      <Link to={paths.room(slug)} lang="de">
        {roomName}
      </Link>
    </p>
  )
}
