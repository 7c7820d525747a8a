import type { Post, Quote } from '#contract/posts/posts.ts'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import type { ShownPost } from '#web/features/posts/PostItem.tsx'

/** What is known here of a post that is being answered. */
export function buildQuote(
  { id, number }: NonNullable<Outgoing['replyTo']>,
  posts: readonly Post[],
): Quote {
  const post = posts.find((one) => one.id === id)
  if (!post) return { id, number, author: null, line: null, mentions: [] }
  const { author, text, mentions } = post
  return { id, number, author, line: text.split('\n', 1)[0]!, mentions }
}

/** A post that has not arrived, as it will look. Whom it names the club will say. */
export const optimisticPost = (
  { text, icebreakerId, createdAt, replyTo }: Outgoing,
  author: Post['author'],
  posts: readonly Post[],
): ShownPost => ({
  text,
  icebreakerId,
  author,
  createdAt: new Date(createdAt).toISOString(),
  editedAt: null,
  mentions: [],
  reply: replyTo && buildQuote(replyTo, posts),
})
