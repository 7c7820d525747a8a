import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMember } from '#web/platform/session/session.ts'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { postAnchor } from '#web/features/posts/PostItem.tsx'
import { DraftComposer, type Composing } from './DraftComposer.tsx'
import { focusComposer } from './focusComposer.ts'
import { useDraft } from './useDraft.ts'
import styles from './PostComposer.module.css'

/** Where the box to write in stands above the talk, not under the thumb. */
const isDesk = () => window.matchMedia('(width > 48rem)').matches

type Answered = NonNullable<Outgoing['replyTo']>

/**
 * At a desk a post is answered right below it: the reader stays there, and has it before
 * their eyes. What was begun is kept, apart from what is written to everybody.
 */
export function useReplyBelow(place: string, main: ReturnType<typeof useDraft>) {
  const { userId } = useMember()
  const draft = useDraft(userId, `${place}.below`)
  const input = useRef<HTMLTextAreaElement>(null)
  const [at, setAt] = useState(() => (draft.text && isDesk() ? draft.replyTo : null))
  const [focusWishes, setFocusWishes] = useState(0)
  useEffect(() => {
    if (focusWishes > 0) focusComposer(input.current)
  }, [focusWishes])

  // begun at a desk, gone on with on a phone
  const bringAlong = useEffectEvent(() => {
    if (!draft.text || main.text || isDesk()) return
    main.set({ text: draft.text, replyTo: draft.replyTo })
    draft.set({ text: '', replyTo: null })
  })
  useEffect(() => bringAlong(), [])

  const close = () => {
    setAt(null)
    if (at) document.getElementById(postAnchor(at.number))?.focus({ preventScroll: true })
  }
  return {
    /** Whether it begins there; else it is written where everything is. */
    begin(answered: Answered): boolean {
      if (!isDesk()) return false
      draft.set({ replyTo: answered, icebreakerId: null })
      setAt(answered)
      setFocusWishes((wishes) => wishes + 1)
      return true
    },
    draw: (composing: Composing) =>
      at && {
        number: at.number,
        form: (
          <div className={styles.below}>
            <DraftComposer
              {...composing}
              ref={input}
              draft={draft}
              isBelow
              onEscape={close}
              onPost={(text, outbox) => {
                outbox.add({ place, text, icebreakerId: null, replyTo: at })
                draft.set({ text: '', replyTo: null })
                close()
              }}
            />
          </div>
        ),
      },
  }
}
