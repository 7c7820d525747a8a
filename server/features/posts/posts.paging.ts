// Which posts of a room make a page, cut from the newest ones in memory where those hold all of it.
import { limits } from '#contract/limits.ts'
import type { listPosts, Post } from '#contract/posts/posts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { seesAll, type Visibility } from '#server/platform/member-rules/visibility.ts'
import type { Range } from './posts.queries.ts'
import { countsUnseen, redactPost } from './posts.sight.ts'
import type { CachedPage } from '#server/features/posts/cache/roomCache.ts'

type PageQuery = Range & { count?: number | undefined }

/** Most posts a page carries: a screenful, or more for a browser that catches up. */
export const pageSize = ({ after, count }: PageQuery): number =>
  count ?? (after === undefined ? limits.postsShownPerRoom : limits.postsPerCatchUp)

/** The numbers a page speaks of: up to where it was full, else to the end of what was asked for. */
export function pageSpan(
  { before = Infinity, after, count }: PageQuery,
  { posts, latest }: { posts: readonly Post[]; latest: number },
): { from: number; to: number } {
  const isFull = posts.length === pageSize({ after, count })
  const span = { from: (after ?? 0) + 1, to: Math.min(before - 1, latest) }
  if (!isFull) return span
  return after === undefined
    ? { from: posts.at(-1)!.number, to: span.to }
    : { from: span.from, to: posts[0]!.number }
}

type Answer = AnswerOf<typeof listPosts>
const newestPages = new WeakMap<CachedPage, Answer>()

/**
 * The page asked for if the window holds all of it. The newest page is made once for everybody
 * from whom nothing is kept.
 */
export function cutPage(
  window: CachedPage,
  { before, after, count }: PageQuery,
  sight: Visibility,
): Answer | null {
  if (before !== undefined || count !== undefined) return null
  if (!seesAll(sight)) return cutNewer(window, { after }, sight)
  if (after === undefined) {
    const known = newestPages.get(window)
    if (known) return known
    const page = toAnswer({ posts: window.posts.slice(0, pageSize({})), latest: window.upTo })
    newestPages.set(window, Object.freeze(page))
    return page
  }
  return cutAfterNumber(window, after)
}

/** The same of what somebody sees: a page is full with them, however much lies between. */
function cutNewer(window: CachedPage, { after }: Range, sight: Visibility): Answer | null {
  const posts = window.posts.flatMap((post) => redactPost(sight, post) ?? [])
  const page =
    after === undefined
      ? cutNewest({ ...window, posts })
      : cutAfterNumber({ ...window, posts }, after)
  const oldest = page?.posts.at(-1)?.number ?? Infinity
  // which answers they see instead of those is not remembered
  const isUnknown = window.posts.some((post) => post.number >= oldest && countsUnseen(sight, post))
  return isUnknown ? null : page
}

function cutNewest(window: CachedPage): Answer | null {
  const page = window.posts.slice(0, pageSize({}))
  const isWhole = page.length === pageSize({}) || window.from === 1
  return isWhole ? toAnswer({ posts: page, latest: window.upTo }) : null
}

function cutAfterNumber(window: CachedPage, after: number): Answer | null {
  if (after < window.from - 1) return null
  const newer = window.posts.filter(({ number }) => number > after)
  return newer.length > pageSize({ after })
    ? null
    : toAnswer({ posts: newer, latest: window.upTo }, { after })
}

const toAnswer = (page: Pick<Answer, 'posts' | 'latest'>, range: Range = {}): Answer => ({
  ...page,
  ...pageSpan(range, page),
})
