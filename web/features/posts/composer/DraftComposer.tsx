import type { ComponentProps, ReactNode, RefObject } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { buildQuote } from '#web/features/posts/feed/optimisticPost.ts'
import { PostComposer, type TextRule } from './PostComposer.tsx'
import type { useDraft } from './useDraft.ts'

/** The props of every composer of a room or table. */
export type Composing = {
  place: string
  rule?: TextRule | undefined
  /** How many posts may follow, where that is few. */
  left: { count: number; minutes: number } | null
  onTyping: (text: string) => void
  /** What is said of a text while it is written. */
  notes: ((text: string) => ReactNode) | undefined
  /** Those that can be quoted. */
  quotable: readonly Post[]
}
type Props = Composing & {
  draft: ReturnType<typeof useDraft>
  isBelow?: boolean
  onEscape?: () => void
  ref: RefObject<HTMLTextAreaElement | null>
  onPost: ComponentProps<typeof PostComposer>['onPost']
}

/** The box to write in, with what was begun in it. */
export function DraftComposer(props: Props) {
  const { place, rule, left, onTyping, notes, quotable, draft, isBelow = false, ref } = props
  const { onEscape, onPost } = props
  return (
    <PostComposer
      ref={ref}
      text={draft.text}
      place={place}
      rule={rule}
      left={left}
      isBelow={isBelow}
      onEscape={onEscape}
      notes={notes?.(draft.text)}
      isAnswer={draft.icebreakerId !== null}
      // it stands under what it answers
      quote={isBelow ? null : draft.replyTo && buildQuote(draft.replyTo, quotable)}
      onNoReply={() => draft.set({ replyTo: null })}
      onText={(text) => {
        draft.set({ text })
        onTyping(text)
      }}
      onNoAnswer={() => draft.set({ icebreakerId: null })}
      onPost={onPost}
    />
  )
}
