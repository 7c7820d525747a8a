import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { DraftComposer } from './DraftComposer.tsx'
import { focusComposer } from './focusComposer.ts'
import type { useDraft } from './useDraft.ts'

type Props = {
  place: string
  /** What is answered. */
  to: NonNullable<Outgoing['replyTo']>
  draft: ReturnType<typeof useDraft>
  /** Somebody pressed for it, and did not only find it begun. */
  isWanted?: boolean
  /** What is said of a text while it is written. */
  notes: (text: string) => ReactNode
  onClose: () => void
  onSent: () => void
}

/** The box to answer a post in, where one reads of it. What was begun in it is kept. */
export function ReplyBox({ place, to, draft, isWanted = true, notes, onClose, onSent }: Props) {
  const { left } = useOutbox()
  const input = useRef<HTMLTextAreaElement>(null)
  const set: typeof draft.set = (next) =>
    draft.set({ ...next, replyTo: { id: to.id, number: to.number }, icebreakerId: null })
  useEffect(() => {
    if (isWanted) focusComposer(input.current)
  }, [isWanted])
  return (
    // a window around it stays: Escape is of the box
    <div role="presentation" onKeyDown={keepEscape}>
      <DraftComposer
        ref={input}
        place={place}
        left={left}
        draft={{ ...draft, set }}
        isBelow
        notes={notes}
        quotable={[]}
        onTyping={() => {}}
        onEscape={onClose}
        onPost={(text, outbox) => {
          outbox.add({ place, text, icebreakerId: null, replyTo: { id: to.id, number: to.number } })
          set({ text: '' })
          onSent()
        }}
      />
    </div>
  )
}

const keepEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation()
}
