import { useEffect, useRef, useState, type ReactNode } from 'react'
import { PostComposer } from '#web/features/posts/composer/PostComposer.tsx'
import { focusComposer } from '#web/features/posts/composer/focusComposer.ts'
import { useDraft } from '#web/features/posts/composer/useDraft.ts'
import { SentLine } from '#web/features/posts/news/SentLine.tsx'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Field, Select } from '#web/ui/fields/Field.tsx'
import styles from './question.module.css'

export type OwnRoom = { slug: string; name: string }

type Props = {
  icebreakerId: string
  /** Where one may say it; the first is offered. */
  rooms: readonly OwnRoom[]
  isOpen: boolean
  onClose: () => void
  onSent: () => void
  /** What is said of a text while it is written. */
  notes: (slug: string, text: string) => ReactNode
}

/** No room is called like this, so that what is begun here and in a room never meet. */
const DRAFT = 'own.question'

/** An answer to the question of the day, into a room of one's choice; and then what became of it. */
export function AnswerForm({ icebreakerId, rooms, isOpen, onClose, onSent, notes }: Props) {
  const { userId } = useMember()
  const { left } = useOutbox()
  const input = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(userId, DRAFT)
  const [wanted, setWanted] = useState(rooms[0]?.slug)
  const room = rooms.find(({ slug }) => slug === wanted) ?? rooms[0]
  useEffect(() => {
    if (isOpen) focusComposer(input.current)
  }, [isOpen])
  if (!room) return null
  const { slug, name } = room
  if (!isOpen)
    return (
      <SentLine slug={slug} roomName={name} isIt={(entry) => entry.icebreakerId === icebreakerId} />
    )
  return (
    <div className={`stack-2 ${styles.form}`}>
      <Field label={<Text ns="news" k="in_room" />}>
        <Select value={slug} lang="de" onChange={({ target }) => setWanted(target.value)}>
          {rooms.map((one) => (
            <option key={one.slug} value={one.slug}>
              {one.name}
            </option>
          ))}
        </Select>
      </Field>
      <PostComposer
        ref={input}
        place={slug}
        text={draft.text}
        left={left}
        isBelow
        isAnswer={false}
        quote={null}
        notes={notes(slug, draft.text)}
        onNoAnswer={() => {}}
        onNoReply={() => {}}
        onEscape={onClose}
        onText={(text) => draft.set({ text })}
        onPost={(text, outbox) => {
          outbox.add({ place: slug, text, icebreakerId, replyTo: null })
          draft.set({ text: '' })
          onSent()
        }}
      />
    </div>
  )
}
