import { limits } from '#contract/limits.ts'

/** A number of people, or null for one that could be counted on one hand: it would tell of somebody. */
export const hideSmallCount = (count: number): number | null =>
  count > 0 && count < limits.smallNumber ? null : count

/** Per 1,000 posts, to one place; null where either number is too small to be told. */
export function reportsPerThousand(reports: number, posts: number): number | null {
  if (reports === 0 || posts === 0) return 0
  if (hideSmallCount(reports) === null || hideSmallCount(posts) === null) return null
  return Math.round((reports / posts) * 10_000) / 10
}
