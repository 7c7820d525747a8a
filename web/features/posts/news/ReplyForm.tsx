import { useEffect, useRef, type ReactNode } from 'react'
import { DraftComposer } from '#web/features/posts/composer/DraftComposer.tsx'
import { focusComposer } from '#web/features/posts/composer/focusComposer.ts'
import { useDraft } from '#web/features/posts/composer/useDraft.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { SentLine } from './SentLine.tsx'
import styles from './reply.module.css'

/** A post that is answered where one reads of it, outside its room. */
export type Answered = {
  slug: string
  roomName: string
  post: { id: string; number: number }
}
type Props = Answered & {
  isOpen: boolean
  onClose: () => void
  onSent: () => void
  /** What is said of a text while it is written. */
  notes: (text: string) => ReactNode
}

/** The box to answer in, and then what became of what was written in it. */
export const ReplyForm = ({ isOpen, ...props }: Props) => (
  <div className={styles.reply}>
    {isOpen ? (
      <Box {...props} />
    ) : (
      <SentLine {...props} isIt={({ replyTo }) => replyTo?.id === props.post.id} />
    )}
  </div>
)

function Box({ slug, post: { id, number }, onClose, onSent, notes }: Omit<Props, 'isOpen'>) {
  const { userId } = useMember()
  const { outbox, left } = useOutbox()
  const input = useRef<HTMLTextAreaElement>(null)
  // the same that the room keeps for what is answered right below it
  const draft = useDraft(userId, `${slug}.below`)
  const replyTo = { id, number }
  const set: typeof draft.set = (next) => draft.set({ ...next, replyTo, icebreakerId: null })
  useEffect(() => focusComposer(input.current), [])
  return (
    <DraftComposer
      ref={input}
      slug={slug}
      left={left}
      draft={{ ...draft, set }}
      isBelow
      notes={notes}
      quotable={[]}
      onTyping={() => {}}
      onEscape={onClose}
      onPost={(text) => {
        // it is on its way; the words stay where they are
        if (!outbox) return
        outbox.add({ slug, text, icebreakerId: null, replyTo })
        set({ text: '' })
        onSent()
      }}
    />
  )
}
