import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import type { Range } from './posts.queries.ts'

/** Most posts a page carries: a screenful, or more for a browser that catches up. */
export const pageSize = ({ after }: Range): number =>
  after === undefined ? limits.postsShownPerRoom : limits.postsPerCatchUp

/** The numbers a page speaks of: up to where it was full, else to the end of what was asked for. */
export function spanOf(
  { before = Infinity, after }: Range,
  { posts, latest }: { posts: readonly Post[]; latest: number },
): { from: number; to: number } {
  const isFull = posts.length === pageSize({ after })
  const span = { from: (after ?? 0) + 1, to: Math.min(before - 1, latest) }
  if (!isFull) return span
  return after === undefined
    ? { from: posts.at(-1)!.number, to: span.to }
    : { from: span.from, to: posts[0]!.number }
}
