// What of a post a viewer reads: no author, quote, reply or name of those they do not see.
import { limits } from '#contract/limits.ts'
import { mentionParts, type Mention } from '#contract/posts/mentions.ts'
import type { Post, Quote, Reply } from '#contract/posts/posts.ts'
import { usernameKey } from '#server/features/members/profiles.policy.ts'
import type { Visibility } from '#server/platform/member-rules/visibility.ts'
import { noQuote, type PostRow, type QuoteRow } from './posts.rows.ts'

/** What stands in a text for somebody who is not to be seen in it. */
const UNSEEN_NAME = '@…'

/**
 * A post as somebody with this sight gets it: the same one, one that says nothing of whom they do
 * not see, or nothing.
 */
export function redactPost({ blockedWith, hiddenPosts }: Visibility, post: Post): Post | null {
  if (blockedWith.has(post.author.id) || hiddenPosts.has(post.id)) return null
  const { reply, mentions, replies = [] } = post
  const isWithheld = ({ id }: { id: string }) => blockedWith.has(id)
  const quote = reply && redactQuote({ blockedWith, hiddenPosts }, reply)
  const isUnseen = (one: Reply) => isUnseenReply({ blockedWith, hiddenPosts }, one)
  if (quote === reply && !mentions.some(isWithheld) && !replies.some(isUnseen)) return post
  return withReplies(
    {
      ...post,
      text: hideNames(post.text, mentions, isWithheld),
      mentions: mentions.filter((mention) => !isWithheld(mention)),
      reply: quote,
    },
    replies.filter((one) => !isUnseen(one)),
  )
}

const isUnseenReply = ({ blockedWith, hiddenPosts }: Visibility, { id, author }: Reply): boolean =>
  blockedWith.has(author.id) || hiddenPosts.has(id)

/** Whether a post has more answers than it counts, and some of those it does are not for somebody with this sight. */
export const countsUnseen = (sight: Visibility, { replies = [] }: Post): boolean =>
  replies.length >= limits.repliesCounted && replies.some((one) => isUnseenReply(sight, one))

/** The post with what answers it. */
function withReplies(post: Post, replies: readonly Reply[]): Post {
  const copy: Post = { ...post }
  delete copy.replies
  return replies.length > 0 ? { ...copy, replies: [...replies] } : copy
}

/** Posts newest first, of which some that came answer others: those tell of it. */
export function withAnswered(posts: readonly Post[], newer: readonly Post[]): Post[] {
  const answers = newer.toReversed()
  return posts.map((post) => {
    const { replies = [] } = post
    const more = answers.filter(
      ({ id, reply }) => reply?.id === post.id && !replies.some((one) => one.id === id),
    )
    if (more.length === 0 || replies.length >= limits.repliesCounted) return post
    return withReplies(post, [...replies, ...more.map(toReply)].slice(0, limits.repliesCounted))
  })
}

const toReply = ({ id, number, author }: Post): Reply => ({
  id,
  number,
  author: { id: author.id, username: author.username, portrait: author.portrait },
})

function redactQuote({ blockedWith, hiddenPosts }: Visibility, quote: Quote): Quote {
  const { id, author, number, line, mentions } = quote
  if ((author && blockedWith.has(author.id)) || (id && hiddenPosts.has(id))) return noQuote(number)
  const isWithheld = (mention: Mention) => blockedWith.has(mention.id)
  if (!mentions.some(isWithheld)) return quote
  return {
    ...quote,
    line: line && hideNames(line, mentions, isWithheld),
    mentions: mentions.filter((mention) => !isWithheld(mention)),
  }
}

/** A text in which some of those it names are not named any more, in whichever way it writes them. */
export const hideNames = (
  text: string,
  mentions: readonly Mention[],
  isWithheld: (mention: Mention) => boolean,
): string =>
  mentionParts(text, mentions, usernameKey)
    .map((part) =>
      typeof part === 'string' ? part : isWithheld(part) ? UNSEEN_NAME : `@${part.name}`,
    )
    .join('')

/** A post as everybody may read it: nobody who is not there for others now is named in it. */
export const toPost = ({ away, reply, replies, ...post }: PostRow): Post => ({
  ...post,
  text: withoutAway(post.text, post.mentions, away),
  reply: reply && readableQuote(reply),
  ...(replies && { replies }),
})

export const readableQuote = ({ away, ...quote }: QuoteRow): Quote => ({
  ...quote,
  line: quote.line && withoutAway(quote.line, quote.mentions, away),
})

function withoutAway(text: string, mentions: readonly Mention[], away: string[] | null): string {
  if (!away) return text
  const gone = away.map((name) => ({ id: '', username: name, name }))
  return hideNames(text, [...mentions, ...gone], ({ id }) => id === '')
}

/** Whom a post names: nobody else's sight of it differs. */
export const findMemberIds = ({ author, reply, mentions, replies = [] }: Post): string[] => [
  author.id,
  ...replies.map((one) => one.author.id),
  ...mentions.map(({ id }) => id),
  ...(reply?.author ? [reply.author.id, ...reply.mentions.map(({ id }) => id)] : []),
]
