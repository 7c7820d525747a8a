import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { listPosts, Post } from '#contract/posts/posts.ts'

export type PostPage = AnswerOf<typeof listPosts>
export type Question = { before?: number; after?: number; count?: number }

/**
 * What a tab knows of a room. Of every number from `from` to `to` it knows whether there is a post;
 * beyond a gap it keeps what it heard until the gap is closed. An answer that has what is known to
 * be gone is older than the news, unless it was asked for later: then it is shown again.
 */
type Feed = {
  known: { from: number; to: number } | null
  posts: ReadonlyMap<number, Post>
  ahead: ReadonlyMap<number, Post>
  /** Heard without a post since the room was last read again. */
  gone: ReadonlySet<number>
  /** Removed here by their author: for good. */
  removed: ReadonlySet<number>
  /** The highest number anyone has mentioned. */
  latest: number
}

export const emptyFeed: Feed = {
  known: null,
  posts: new Map(),
  ahead: new Map(),
  gone: new Set(),
  removed: new Set(),
  latest: 0,
}

/** A number in the room; without a post it was removed or is not for this viewer. */
export function withEvent(feed: Feed, number: number, post: Post | null): Feed {
  const { known } = feed
  const next = { ...feed, latest: Math.max(feed.latest, number) }
  if (!post) {
    const posts = new Map(feed.posts)
    const ahead = new Map(feed.ahead)
    posts.delete(number)
    ahead.delete(number)
    return advanced({ ...next, posts, ahead, gone: new Set(feed.gone).add(number) })
  }
  if (isGone(feed, number) || (known && number <= known.to)) return next
  return advanced({ ...next, ahead: new Map(feed.ahead).set(number, post) })
}

/** What somebody removed themselves. */
export const withRemoval = (feed: Feed, number: number): Feed => ({
  ...withEvent(feed, number, null),
  removed: new Set(feed.removed).add(number),
})

/** Before the room is read again: what was kept back may be shown by now. */
export const withDoubt = (feed: Feed): Feed =>
  feed.gone.size > 0 ? { ...feed, gone: new Set() } : feed

const isGone = ({ gone, removed }: Feed, number: number): boolean =>
  gone.has(number) || removed.has(number)

/** The room's newest number, heard without what it holds. */
export const withLatest = (feed: Feed, latest: number): Feed =>
  latest > feed.latest ? { ...feed, latest } : feed

/**
 * An answer of the server. One that cannot be joined to what is known replaces it if it is newer.
 * `isCheck`: it was asked for after the last doubt, so that what it shows again is there again.
 */
export function withPage(feed: Feed, page: PostPage, isCheck = false): Feed {
  const { known } = feed
  const next = withLatest(feed, page.latest)
  const fresh = page.posts.filter(({ number }) => !isGone(feed, number))
  if (!known || page.from > known.to + 1) {
    const posts = new Map(fresh.map((post) => [post.number, post]))
    return advanced({ ...next, known: { from: page.from, to: page.to }, posts })
  }
  if (page.to < known.from - 1) return next

  const isKnown = (number: number) => number >= known.from && number <= known.to
  const isSpokenOf = (number: number) => number >= page.from && number <= page.to
  const told = new Set(page.posts.map(({ number }) => number))
  const posts = new Map(
    [...feed.posts].filter(([number]) => !isSpokenOf(number) || told.has(number)),
  )
  for (const post of fresh) {
    const shown = posts.get(post.number)
    if (shown ? isNewer(post, shown) : isCheck || !isKnown(post.number))
      posts.set(post.number, post)
  }
  const span = { from: Math.min(known.from, page.from), to: Math.max(known.to, page.to) }
  return advanced({ ...next, known: span, posts })
}

/** What somebody just did to their own post, as the server answered. */
export function withChange(feed: Feed, post: Post): Feed {
  const shown = feed.posts.get(post.number)
  if (!shown || !isNewer(post, shown)) return feed
  return { ...feed, posts: new Map(feed.posts).set(post.number, post) }
}

/** Whether it says something else, and not from before the last edit; what is the same stays the same. */
const isNewer = (post: Post, shown: Post): boolean =>
  (post.editedAt ?? '') >= (shown.editedAt ?? '') && JSON.stringify(post) !== JSON.stringify(shown)

/** Takes over what waited beyond a gap that has closed. */
function advanced(feed: Feed): Feed {
  if (!feed.known) return feed
  let { to } = feed.known
  const posts = new Map(feed.posts)
  for (; ; to += 1) {
    const post = feed.ahead.get(to + 1)
    if (post) posts.set(to + 1, post)
    else if (!isGone(feed, to + 1)) break
  }
  const ahead = new Map([...feed.ahead].filter(([number]) => number > to))
  tellAnswered(posts)
  return { ...feed, known: { ...feed.known, to }, posts, ahead }
}

/** Each post tells of what answers it as soon as that is here, also of what came after it was read. */
function tellAnswered(posts: Map<number, Post>): void {
  for (const { id, number, reply, author } of posts.values()) {
    const answered = reply && posts.get(reply.number)
    const known = answered?.replies ?? []
    const isTold = known.some((one) => one.id === id) || known.length >= limits.repliesCounted
    if (answered?.id !== reply?.id || !answered || isTold) continue
    const { id: by, username, portrait } = author
    const told = [...known, { id, number, author: { id: by, username, portrait } }]
    const replies = told.sort((a, b) => a.number - b.number)
    posts.set(answered.number, { ...answered, replies })
  }
}

/** What to ask the server to know the newest posts without a gap, or null when nothing is missing. */
export function findMissing({ known, latest, posts }: Feed): Question | null {
  if (!known || latest - known.to > limits.postsPerCatchUp) return {}
  if (latest > known.to) return { after: known.to }
  const isShort = posts.size < limits.postsShownPerRoom
  return isShort && known.from > 1 ? { before: known.from } : null
}

/** Forgets the oldest posts of a long evening; "show earlier" finds them again. */
export function trimFeed(feed: Feed, keep: number): Feed {
  const oldest = newestFirst(feed)[keep - 1]
  if (!feed.known || !oldest) return feed
  const posts = new Map([...feed.posts].filter(([number]) => number >= oldest.number))
  return { ...feed, known: { ...feed.known, from: oldest.number }, posts }
}

export const newestFirst = ({ posts }: Feed): Post[] =>
  [...posts.values()].sort((a, b) => b.number - a.number)
