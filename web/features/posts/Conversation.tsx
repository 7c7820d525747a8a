import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Post } from '#contract/posts.ts'
import { useMember } from '#web/platform/session.ts'
import { useOutbox } from '#web/platform/OutboxProvider.tsx'
import type { Outgoing } from '#web/platform/outbox.rules.ts'
import { PostComposer } from './PostComposer.tsx'
import { PostList } from './PostList.tsx'
import { scrollTo } from './scrollTo.ts'
import { useDraft } from './useDraft.ts'
import type { useRoom } from './useRoom.ts'
import styles from './Conversation.module.css'

type Props = {
  slug: string
  room: ReturnType<typeof useRoom>
  /** The question of the day, given the way to begin an answer to it. */
  opening: (answer: (icebreakerId: string) => void) => ReactNode
  /** What one can do with a post of somebody. */
  acts: (post: Post) => ReactNode
}

/** The talk of a room: what opens it, the composer within reach of the thumb, the posts. */
export function Conversation({ slug, room, opening, acts }: Props) {
  const member = useMember()
  const { outbox } = useOutbox()
  const draft = useDraft(member.userId, slug)
  const input = useRef<HTMLTextAreaElement>(null)
  const posts = useRef<HTMLDivElement>(null)
  const [focusWishes, setFocusWishes] = useState(0)

  useEffect(() => {
    if (focusWishes > 0) takeUp(input.current)
  }, [focusWishes])

  function answer(icebreakerId: string) {
    draft.set({ icebreakerId })
    setFocusWishes((wishes) => wishes + 1)
  }
  function post(text: string) {
    if (!outbox) return
    outbox.add({ slug, text, icebreakerId: draft.icebreakerId })
    draft.set({ text: '', icebreakerId: null })
    showTop(posts)
  }
  function edit({ text, icebreakerId }: Outgoing) {
    // what is already in the box was not written to be thrown away
    const both = [text, draft.text].filter((part) => part.trim()).join('\n')
    draft.set({ text: both, icebreakerId: icebreakerId ?? draft.icebreakerId })
    setFocusWishes((wishes) => wishes + 1)
  }

  return (
    <div className={styles.conversation}>
      {opening(answer)}
      <div className={styles.composer}>
        <PostComposer
          ref={input}
          text={draft.text}
          isAnswer={draft.icebreakerId !== null}
          onText={(text) => draft.set({ text })}
          onNoAnswer={() => draft.set({ icebreakerId: null })}
          onPost={post}
        />
      </div>
      <div ref={posts} className={styles.posts}>
        <PostList slug={slug} room={room} member={member} acts={acts} onEdit={edit} />
      </div>
    </div>
  )
}

/** On a phone the box is in sight already, and focusing what is stuck to the foot would still scroll. */
function takeUp(input: HTMLElement | null) {
  if (!input) return
  input.focus({ preventScroll: true })
  const { top, bottom } = input.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) input.scrollIntoView({ block: 'center' })
}

/** Somebody who posts from further down wants to see it stand there. */
function showTop({ current }: RefObject<HTMLElement | null>) {
  if (current && current.getBoundingClientRect().top < 0) scrollTo(current)
}
