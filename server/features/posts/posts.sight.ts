import { mentionParts, type Mention } from '#contract/posts/mentions.ts'
import type { Post, Quote } from '#contract/posts/posts.ts'
import type { Visibility } from '#server/platform/member-rules/visibility.ts'
import { noQuote, type PostRow, type QuoteRow } from './posts.rows.ts'

/** What stands in a text for somebody who is not to be seen in it. */
export const UNSEEN_NAME = '@…'

/**
 * A post as somebody with this sight gets it: the same one, one that says nothing of whom they do
 * not see, or nothing.
 */
export function redactPost({ blockedWith, hiddenPosts }: Visibility, post: Post): Post | null {
  if (blockedWith.has(post.author.id) || hiddenPosts.has(post.id)) return null
  const { reply, mentions } = post
  const isKept = ({ id }: { id: string }) => blockedWith.has(id)
  const quote = reply && quoteFor({ blockedWith, hiddenPosts }, reply)
  if (quote === reply && !mentions.some(isKept)) return post
  return {
    ...post,
    text: hideNames(post.text, mentions, isKept),
    mentions: mentions.filter((mention) => !isKept(mention)),
    reply: quote,
  }
}

function quoteFor({ blockedWith, hiddenPosts }: Visibility, quote: Quote): Quote {
  const { id, author, number, line, mentions } = quote
  if (!author || id === null) return quote
  if (blockedWith.has(author.id) || hiddenPosts.has(id)) return noQuote(number)
  const isKept = (mention: Mention) => blockedWith.has(mention.id)
  if (!mentions.some(isKept)) return quote
  return {
    ...quote,
    line: line && hideNames(line, mentions, isKept),
    mentions: mentions.filter((mention) => !isKept(mention)),
  }
}

/** A text in which some of those it names are not named any more. */
export const hideNames = (
  text: string,
  mentions: readonly Mention[],
  isKept: (mention: Mention) => boolean,
): string =>
  mentionParts(text, mentions)
    .map((part) => (typeof part === 'string' ? part : isKept(part) ? UNSEEN_NAME : `@${part.name}`))
    .join('')

/** A post as everybody may read it: nobody who is not there for others now is named in it. */
export const toPost = ({ away, reply, ...post }: PostRow): Post => ({
  ...post,
  text: withoutAway(post.text, post.mentions, away),
  reply: reply && readableQuote(reply),
})

export const readableQuote = ({ away, ...quote }: QuoteRow): Quote => ({
  ...quote,
  line: quote.line && withoutAway(quote.line, quote.mentions, away),
})

function withoutAway(text: string, mentions: readonly Mention[], away: string[] | null): string {
  if (!away) return text
  const gone = away.map((name) => ({ id: '', username: '', name }))
  return hideNames(text, [...mentions, ...gone], ({ id }) => id === '')
}

/** Whom a post names: nobody else's sight of it differs. */
export const findMemberIds = ({ author, reply, mentions }: Post): string[] => [
  author.id,
  ...mentions.map(({ id }) => id),
  ...(reply?.author ? [reply.author.id, ...reply.mentions.map(({ id }) => id)] : []),
]
