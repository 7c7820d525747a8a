import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'

export const answerDue = (receivedAt: Date): Date =>
  new Date(receivedAt.getTime() + limits.appealDays * DAY_MS)

type Standing = {
  userId: string | null
  aboutId: string | null
  hasReported: boolean
  /** Whether it was their decision: what is appealed against, or what was made of it since. */
  hasDecided: boolean
  decidedAt: string | null
}

/**
 * Why somebody of the staff may not answer an appeal, or null: it is neither who decided first nor
 * anybody the case is about, or who reported it.
 */
export function answerRefusal(
  { userId, aboutId, hasReported, hasDecided, decidedAt }: Standing,
  viewer: { userId: string },
): Extract<ErrorCode, 'own_case' | 'same_decider' | 'already_decided'> | null {
  if (hasReported || [userId, aboutId].includes(viewer.userId)) return 'own_case'
  if (hasDecided) return 'same_decider'
  return decidedAt ? 'already_decided' : null
}
