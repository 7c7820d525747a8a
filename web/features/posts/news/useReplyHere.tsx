import { Suspense, useRef, useState, type ReactNode } from 'react'
import { withWords } from '#web/text/i18n.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import type { Answered } from './ReplyForm.tsx'
import styles from './reply.module.css'

/** Only who answers here fetches what a room has to write in. */
const form = lazyPart(async () => {
  const part = await withWords(['posts', 'talk'], import('./ReplyForm.tsx'))
  return part.ReplyForm
})

type Props = Answered & {
  username: string
  /** Of those that share a draft one is open. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** What is said of a text while it is written. */
  notes: (slug: string, text: string) => ReactNode
}

/** The way to answer a post where one reads of it, and what opens by it. What was begun is kept. */
export function useReplyHere({ username, isOpen, onOpen, notes, ...answered }: Props) {
  const { t } = useText('news')
  const button = useRef<HTMLButtonElement>(null)
  const [isSent, setSent] = useState(false)
  const open = (isWanted: boolean) => {
    setSent(false)
    onOpen(isWanted)
  }
  return {
    button: (
      <Button
        ref={button}
        look="plain"
        size="s"
        aria-label={t('reply_to', { username })}
        aria-expanded={isOpen}
        icon={<MemberIcon name="reply" size={18} />}
        onClick={() => open(!isOpen)}
      >
        <Text ns="news" k="reply" />
      </Button>
    ),
    below: (isOpen || isSent) && (
      <Suspense fallback={<p className={styles.coming} />}>
        <form.Part
          {...answered}
          isOpen={isOpen}
          notes={(text) => notes(answered.slug, text)}
          onClose={() => {
            open(false)
            button.current?.focus()
          }}
          onSent={() => {
            setSent(true)
            onOpen(false)
          }}
        />
      </Suspense>
    ),
  }
}

/** The same as one piece. */
export function ReplyHere(props: Props) {
  const { button, below } = useReplyHere(props)
  return (
    <div className={styles.here}>
      {button}
      {below}
    </div>
  )
}
