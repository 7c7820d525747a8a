import { useState } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { listReplies } from '#contract/posts/replies.ts'
import { call } from '#web/platform/api/call.ts'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useRefresh } from '#web/platform/live/useRefresh.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import type { OutgoingPost } from '#web/platform/outbox/outbox.ts'
import { useMember } from '#web/platform/session/session.ts'

const KEY = 'replies'

/** What answers a post, the oldest first, and brought up to date by what is said. */
export function useReplies(slug: string, postId: string) {
  const refresh = useRefresh(KEY)
  const list = usePages({
    key: [KEY, slug, postId],
    ask: (after: number | undefined, signal) =>
      call(
        listReplies,
        { params: { slug, postId }, query: after === undefined ? {} : { after } },
        { signal },
      ),
    linesOf: ({ posts }) => posts,
    next: ({ after }) => after,
  })
  useLiveEvents((event) => {
    const answered = event.type === 'post' && event.room === slug && event.post?.reply?.id
    const isOfThese =
      answered && (answered === postId || list.lines?.some(({ id }) => id === answered))
    // posts were changed, removed or hidden
    if (isOfThese || event.type === 'ready') void refresh()
  })
  return list
}

/** What was answered here before the list knows it: on its way, or past the page that is shown. */
export type Own = { arrived: readonly Post[]; leaving: readonly OutgoingPost[] }

/** What the member answers to the posts of a thread while that is open. */
export function useOwnReplies(slug: string) {
  const { userId } = useMember()
  const { outgoing } = useOutbox()
  const [own, setOwn] = useState<readonly Post[]>([])
  useLiveEvents((event) => {
    if (event.type !== 'post' || event.room !== slug) return
    const { number, post } = event
    const isReply = post?.author.id === userId && post.reply?.id
    setOwn((known) => {
      const others = known.filter((one) => one.number !== number)
      if (isReply) return [...others, post]
      return others.length < known.length ? others : known
    })
  })
  const find = (answered: string, listed: readonly Post[] = []): Own => {
    const isListed = ({ id }: { id: string }) => listed.some((one) => one.id === id)
    const arrived = own.filter((one) => one.reply?.id === answered && !isListed(one))
    return {
      arrived,
      leaving: outgoing.filter(
        (entry) =>
          entry.place === slug &&
          entry.replyTo?.id === answered &&
          !isListed(entry) &&
          !own.some(({ id }) => id === entry.id),
      ),
    }
  }
  return { find, hasArrived: own.length > 0 }
}
