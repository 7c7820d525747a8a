// The posts a tab has of a room or table, and what an event or a page of the server makes of them.
import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { listPosts, Post } from '#contract/posts/posts.ts'

export type PostPage = AnswerOf<typeof listPosts>
export type Question = { before?: number; after?: number; count?: number }

/**
 * The posts of a room a tab has loaded. For every number from `from` to `to` it knows whether there is
 * a post; posts beyond a gap wait in `ahead` until the gap is filled. A page that still holds a removed
 * post is older than the removal and ignored for that post, unless it was requested after it: then the
 * post was restored.
 */
type Feed = {
  known: { from: number; to: number } | null
  posts: ReadonlyMap<number, Post>
  ahead: ReadonlyMap<number, Post>
  /** Numbers announced as removed since the room was last compared with the server. */
  gone: ReadonlySet<number>
  /** Numbers the member removed here, which never come back. */
  removed: ReadonlySet<number>
  /** The highest number known from any event or answer. */
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

/** Applies an event: a post, or with null that this number was removed or is not for this viewer. */
export function withEvent(feed: Feed, number: number, post: Post | null): Feed {
  const { known } = feed
  const next = { ...feed, latest: Math.max(feed.latest, number) }
  if (!post) {
    const posts = new Map(feed.posts)
    const ahead = new Map(feed.ahead)
    posts.delete(number)
    ahead.delete(number)
    return closeGap({ ...next, posts, ahead, gone: new Set(feed.gone).add(number) })
  }
  if (isGone(feed, number) || (known && number <= known.to)) return next
  return closeGap({ ...next, ahead: new Map(feed.ahead).set(number, post) })
}

/** Applies the member's own removal. */
export const withRemoval = (feed: Feed, number: number): Feed => ({
  ...withEvent(feed, number, null),
  removed: new Set(feed.removed).add(number),
})

/** Forgets removals before the room is compared with the server: a removed post may have been restored. */
export const withDoubt = (feed: Feed): Feed =>
  feed.gone.size > 0 ? { ...feed, gone: new Set() } : feed

const isGone = ({ gone, removed }: Feed, number: number): boolean =>
  gone.has(number) || removed.has(number)

/** Raises the newest number, announced without its post. */
export const withLatest = (feed: Feed, latest: number): Feed =>
  latest > feed.latest ? { ...feed, latest } : feed

/**
 * Applies a page from the server. One that leaves a gap to the known posts replaces them if it is newer.
 * `isCheck`: it was requested after `withDoubt`, so that a removed post in it was restored.
 */
export function withPage(feed: Feed, page: PostPage, isCheck = false): Feed {
  const { known } = feed
  const next = withLatest(feed, page.latest)
  const fresh = page.posts.filter(({ number }) => !isGone(feed, number))
  if (!known || page.from > known.to + 1) {
    const posts = new Map(fresh.map((post) => [post.number, post]))
    return closeGap({ ...next, known: { from: page.from, to: page.to }, posts })
  }
  if (page.to < known.from - 1) return next

  const isKnown = (number: number) => number >= known.from && number <= known.to
  const isInPage = (number: number) => number >= page.from && number <= page.to
  const inPage = new Set(page.posts.map(({ number }) => number))
  const posts = new Map(
    [...feed.posts].filter(([number]) => !isInPage(number) || inPage.has(number)),
  )
  for (const post of fresh) {
    const shown = posts.get(post.number)
    if (shown ? isNewer(post, shown) : isCheck || !isKnown(post.number))
      posts.set(post.number, post)
  }
  const span = { from: Math.min(known.from, page.from), to: Math.max(known.to, page.to) }
  return closeGap({ ...next, known: span, posts })
}

/** Applies the member's own edit, as the server answered it. */
export function withChange(feed: Feed, post: Post): Feed {
  const shown = feed.posts.get(post.number)
  if (!shown || !isNewer(post, shown)) return feed
  return { ...feed, posts: new Map(feed.posts).set(post.number, post) }
}

/** Whether a post differs from the shown one and is not older. An equal one is not replaced, so that nothing renders again. */
const isNewer = (post: Post, shown: Post): boolean =>
  (post.editedAt ?? '') >= (shown.editedAt ?? '') && JSON.stringify(post) !== JSON.stringify(shown)

/** Takes over the posts in `ahead` once the gap before them is filled. */
function closeGap(feed: Feed): Feed {
  if (!feed.known) return feed
  let { to } = feed.known
  const posts = new Map(feed.posts)
  for (; ; to += 1) {
    const post = feed.ahead.get(to + 1)
    if (post) posts.set(to + 1, post)
    else if (!isGone(feed, to + 1)) break
  }
  const ahead = new Map([...feed.ahead].filter(([number]) => number > to))
  addReplies(posts)
  return { ...feed, known: { ...feed.known, to }, posts, ahead }
}

/** Adds each loaded reply to the post it answers, which may have been loaded before the reply was written. */
function addReplies(posts: Map<number, Post>): void {
  for (const { id, number, reply, author } of posts.values()) {
    const answered = reply && posts.get(reply.number)
    const known = answered?.replies ?? []
    const isListed = known.some((one) => one.id === id) || known.length >= limits.repliesCounted
    if (answered?.id !== reply?.id || !answered || isListed) continue
    const { id: by, username, portrait } = author
    const listed = [...known, { id, number, author: { id: by, username, portrait } }]
    const replies = listed.sort((a, b) => a.number - b.number)
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

/** Drops the oldest posts of a long evening; "show earlier" loads them again. */
export function trimFeed(feed: Feed, keep: number): Feed {
  const oldest = newestFirst(feed)[keep - 1]
  if (!feed.known || !oldest) return feed
  const posts = new Map([...feed.posts].filter(([number]) => number >= oldest.number))
  return { ...feed, known: { ...feed.known, from: oldest.number }, posts }
}

export const newestFirst = ({ posts }: Feed): Post[] =>
  [...posts.values()].sort((a, b) => b.number - a.number)
