import type { ReactNode } from 'react'
import { ReplyBox } from '#web/features/posts/composer/ReplyBox.tsx'
import { useDraft } from '#web/features/posts/composer/useDraft.ts'
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

function Box({ slug, post, ...props }: Omit<Props, 'isOpen' | 'roomName'>) {
  const { userId } = useMember()
  // the same that the room keeps for what is answered right below it
  const draft = useDraft(userId, `${slug}.below`)
  return <ReplyBox place={slug} to={post} draft={draft} {...props} />
}
