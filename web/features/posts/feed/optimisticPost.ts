import type { Post, Quote } from '#contract/posts/posts.ts'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import type { ShownPost } from '#web/features/posts/PostItem.tsx'

/** The quote of the post being replied to, from the posts loaded here. */
export function buildQuote(
  { id, number }: NonNullable<Outgoing['replyTo']>,
  posts: readonly Post[],
): Quote {
  const post = posts.find((one) => one.id === id)
  if (!post) return { id, number, author: null, line: null, mentions: [] }
  const { author, text, mentions } = post
  return { id, number, author, line: text.split('\n', 1)[0]!, mentions }
}

/** An unsent post as it will look. Its mentions are known only once the server answers. */
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
